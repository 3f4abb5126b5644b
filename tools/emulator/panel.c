// An ST7789 as it is driven over SPI: it keeps what it is sent, and notes what a real one
// would misunderstand (pauses too short, windows outside of its memory).

static double now_us(void);

// How many parameters the datasheet gives the registers that keep what they are sent.
static const u8 register_size[256] = {
    [0x26] = 1, [0xb2] = 5, [0xb7] = 1, [0xbb] = 1, [0xc0] = 1,  [0xc2] = 1, [0xc3] = 1,
    [0xc4] = 1, [0xc6] = 1, [0xd0] = 2, [0xd6] = 1, [0xe0] = 14, [0xe1] = 14,
};

static void lcd_soft_defaults(lcd_t *L) {
    L->sleeping = 1;
    L->dispon = 0;
    L->inv = 0;
    L->colmod = 0x66;
    L->madctl = 0;
    L->cmd = -1;
    L->npar = 0;
    L->xs = 0;
    L->xe = 239;
    L->ys = 0;
    L->ye = 319;
    L->pixn = 0;
}

static void lcd_put(lcd_t *L, u16 c) {
    int c0 = L->cx, r0 = L->cy, x, y;
    if (L->madctl & 0x20) {
        x = r0;
        y = c0;
    } else {
        x = c0;
        y = r0;
    }
    if (L->madctl & 0x40) x = LCD_GW - 1 - x;
    if (L->madctl & 0x80) y = LCD_GH - 1 - y;
    if (x >= 0 && x < LCD_GW && y >= 0 && y < LCD_GH) {
        if (L->gram[y][x] != c) {
            double t = now_us();
            if (!changed) changed_first = t;
            changed_last = t;
            changed++;
        }
        L->gram[y][x] = c;
    } else L->off_pixels++;

    if (++L->cx > L->xe) {
        L->cx = L->xs;
        if (++L->cy > L->ye) L->cy = L->ys;
    }
}

static void lcd_byte(lcd_t *L, int dc, u8 b) {
    double t = now_us();
    if (L->rst >= 0 && ((chip.in_last >> L->rst) & 1) == 0 && (chip.io_ctrl[L->rst] & 0x1f) == 5 &&
        ((chip.gpio_oe >> L->rst) & 1)) {
        warn_once(100, "LCD: byte sent while RST is held low");
        return;
    }
    if (!dc) {
        if (L->pixn) warn_once(101, "LCD: command %02x in the middle of a pixel", b);
        if (L->cmd == 0x2c || L->cmd == 0x3c) {
        } else if ((L->cmd == 0x2a || L->cmd == 0x2b) && L->npar != 4 && L->npar != 2)
            warn_once(102, "LCD: CASET/RASET got %d params", L->npar);
        L->cmd = b;
        L->npar = 0;
        L->pixn = 0;
        if (L->ever_reset == 0 && L->rst >= 0) {
            warn_once(103,
                      "LCD: first command %02x without any hardware or software reset before it",
                      b);
        }
        if (L->t_hwreset > 0 && t - L->t_hwreset < 5000)
            warn_once(104,
                      "LCD: command %02x %.1f ms after RST release (needs 5 ms; 120 ms before "
                      "SLPOUT if reset from sleep-out)",
                      b, (t - L->t_hwreset) / 1e3);
        if (L->t_swreset > 0 && t - L->t_swreset < 5000)
            warn_once(105, "LCD: command %02x %.2f ms after SWRESET (needs 5 ms)", b,
                      (t - L->t_swreset) / 1e3);
        if (L->t_slpout > 0 && t - L->t_slpout < 5000)
            warn_once(106, "LCD: command %02x %.2f ms after SLPOUT (needs 5 ms)", b,
                      (t - L->t_slpout) / 1e3);
        switch (b) {
        case 0x01:
            if (L->ever_slpout && t - L->t_slpout < 120000)
                warn_once(107, "LCD: SWRESET %.1f ms after SLPOUT (needs 120 ms)",
                          (t - L->t_slpout) / 1e3);
            lcd_soft_defaults(L);
            L->cmd = 1;
            L->t_swreset = t;
            L->ever_reset = 1;
            break;
        case 0x10: L->sleeping = 1; break;
        case 0x11:
            if (L->t_swreset > 0 && t - L->t_swreset < 120000 && L->ever_slpout)
                warn_once(108,
                          "LCD: SLPOUT %.1f ms after SWRESET (needs 120 ms when it was sleep-out)",
                          (t - L->t_swreset) / 1e3);
            L->sleeping = 0;
            L->t_slpout = t;
            L->ever_slpout = 1;
            break;
        case 0x20: L->inv = 0; break;
        case 0x21: L->inv = 1; break;
        case 0x28: L->dispon = 0; break;
        case 0x29:
            L->dispon = 1;
            L->t_dispon = t;
            break;
        case 0x2c:
            L->cx = L->xs;
            L->cy = L->ys;
            break;
        case 0x00:
        case 0x26:
        case 0x2a:
        case 0x2b:
        case 0x35:
        case 0x34:
        case 0x36:
        case 0x38:
        case 0x13:
        case 0x3a:
        case 0x3c:
        case 0x44:
        case 0x51:
        case 0x53:
        case 0x55:
        case 0xb0:
        case 0xb2:
        case 0xb7:
        case 0xbb:
        case 0xc0:
        case 0xc2:
        case 0xc3:
        case 0xc4:
        case 0xc5:
        case 0xc6:
        case 0xd0:
        case 0xd6:
        case 0xe0:
        case 0xe1: break;
        default: warn_once(0x1000 + b, "LCD: command %02x is not modelled (ignored)", b); break;
        }
        return;
    }
    if (L->cmd == 0x2c || L->cmd == 0x3c) {
        L->pix[L->pixn++] = b;
        int fmt = L->colmod & 7;
        if (fmt == 5) {
            if (L->pixn == 2) {
                lcd_put(L, (L->pix[0] << 8) | L->pix[1]);
                L->pixn = 0;
            }
        } else if (fmt == 6) {
            if (L->pixn == 3) {
                lcd_put(L, ((L->pix[0] >> 3) << 11) | ((L->pix[1] >> 2) << 5) | (L->pix[2] >> 3));
                L->pixn = 0;
            }
        } else if (fmt == 3) {
            if (L->pixn == 3) {
                u8 *p = L->pix;
                for (int k = 0; k < 2; k++) {
                    int r = k ? p[1] & 15 : p[0] >> 4, g = k ? p[2] >> 4 : p[0] & 15,
                        bl = k ? p[2] & 15 : p[1] >> 4;
                    lcd_put(L, ((r << 1 | r >> 3) << 11) | ((g << 2 | g >> 2) << 5) |
                                   (bl << 1 | bl >> 3));
                }
                L->pixn = 0;
            }
        } else L->pixn = 0;
        return;
    }
    if (L->npar < 16) L->par[L->npar] = b;
    L->npar++;
    if (L->cmd < 0) return;
    if (L->npar > register_size[L->cmd]) {
        if (register_size[L->cmd])
            warn_once(116, "LCD: command %02x takes %d parameters", L->cmd, register_size[L->cmd]);
    } else L->reg[L->cmd][L->npar - 1] = b;
    switch (L->cmd) {
    case 0x2a:
        if (L->npar == 4) {
            L->xs = L->par[0] << 8 | L->par[1];
            L->xe = L->par[2] << 8 | L->par[3];
            int lim = (L->madctl & 0x20) ? LCD_GH : LCD_GW;
            if (L->xs > L->xe || L->xe >= lim)
                warn_once(110, "LCD: bad CASET %d..%d (limit %d)", L->xs, L->xe, lim);
        }
        break;
    case 0x2b:
        if (L->npar == 4) {
            L->ys = L->par[0] << 8 | L->par[1];
            L->ye = L->par[2] << 8 | L->par[3];
            int lim = (L->madctl & 0x20) ? LCD_GW : LCD_GH;
            if (L->ys > L->ye || L->ye >= lim)
                warn_once(111, "LCD: bad RASET %d..%d (limit %d)", L->ys, L->ye, lim);
        }
        break;
    case 0x36:
        if (L->npar == 1) L->madctl = b;
        break;
    case 0x3a:
        if (L->npar == 1) {
            L->colmod = b;
            if ((b & 7) != 5 && (b & 7) != 6 && (b & 7) != 3)
                warn_once(112, "LCD: COLMOD %02x not valid", b);
        }
        break;
    }
}

static int pin_level_out(int p) {
    u32 f = chip.io_ctrl[p] & 0x1f;
    if (f == 5) {
        if ((chip.gpio_oe >> p) & 1) return (chip.gpio_out >> p) & 1;
        if (chip.pad[p + 1] & 8) return 1;
        return 0;
    }
    return -1;
}

static void lcd_spi(int si, u16 v, int bits) {
    lcd_t *L = &chip.lcd;
    if (!L->on || L->spi != si) return;
    if ((chip.io_ctrl[L->sck] & 0x1f) != 1 || (chip.io_ctrl[L->mosi] & 0x1f) != 1) {
        L->misrouted++;
        warn_once(113, "LCD: SPI%d data but SCK GP%d / MOSI GP%d are not on SPI function", si,
                  L->sck, L->mosi);
        return;
    }
    if (L->cs >= 0 && pin_level_out(L->cs) == 1) {
        L->misrouted++;
        warn_once(114, "LCD: SPI data while CS (GP%d) high", L->cs);
        return;
    }
    spi_t *s = &chip.spi[si];
    int mode = (s->cr0 & 0x40 ? 2 : 0) | (s->cr0 & 0x80 ? 1 : 0);
    double hz = (double)chip.peri_hz / ((s->cpsr & 0xfe) * (1 + ((s->cr0 >> 8) & 255)));
    if ((L->only_mode >= 0 && mode != L->only_mode) || (L->most_hz && hz > L->most_hz))
        v = v >> 1 | (L->misread++ & 1) << (bits - 1); // it misses an edge of the clock
    int dc = pin_level_out(L->dc);
    if (dc < 0) {
        warn_once(115, "LCD: DC pin GP%d not a SIO output", L->dc);
        dc = 1;
    }
    if (bits > 8) {
        lcd_byte(L, dc, v >> 8);
        lcd_byte(L, dc, v & 0xff);
    } else lcd_byte(L, dc, v & 0xff);
}

static void lcd_pins(u32 changed) {
    lcd_t *L = &chip.lcd;
    if (!L->on) return;
    double t = now_us();
    if (L->rst >= 0 && (changed >> L->rst & 1)) {
        int lv = pin_level_out(L->rst);
        if (lv == 0) {
            L->t_rst_low = t;
            lcd_soft_defaults(L);
            L->ever_reset = 1;
        } else {
            if (L->t_rst_low > 0 && t - L->t_rst_low < 10)
                warn_once(120, "LCD: RST pulse only %.1f us (needs 10 us)", t - L->t_rst_low);
            L->t_hwreset = t;
        }
    }
    if (L->cs >= 0 && (changed >> L->cs & 1)) {
        if (L->pixn && pin_level_out(L->cs) == 1) {
            L->pixn = 0;
        }
    }
}

static void sio_out_changed(u32 old_out, u32 old_oe) {
    u32 ch = (old_out ^ chip.gpio_out) | (old_oe ^ chip.gpio_oe);
    if (!ch) return;
    lcd_pins(ch);
    gpio_update();
}
