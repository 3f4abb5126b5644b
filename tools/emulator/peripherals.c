// Registers of everything else: clocks, resets, watchdog, PWM, ADC, RTC, SIO; the memory map.

static void core1_power(u32 oldoff);
static void chip_reset(int from_watchdog);

static void watchdog_arm(void) {
    if ((chip.wd_ctrl & (1u << 30)) && (chip.wd_tick & 0x200)) {
        double us = (chip.wd_load & 0xffffff) / 2.0;
        chip.wd_deadline = now_us() + us;
        event_set(EV_WDOG, cyc_at_us(chip.wd_deadline));
    } else event_set(EV_WDOG, NEVER);
}

static void systick_arm(void) {
    if ((chip.st_csr & 3) == 3) {
        u64 p = (u64)chip.st_rvr + 1;
        u64 k = (chip.cycle - chip.st_start) / p + 1;
        event_set(EV_SYSTICK, chip.st_start + k * p);
    } else event_set(EV_SYSTICK, NEVER);
}

static u32 rng_next(void) {
    u32 x = chip.rng ? chip.rng : 0x12345678;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    chip.rng = x;
    return x;
}

static void rtc_now(struct tm *t) {
    time_t s = (time_t)(chip.rtc_base + (s64)((now_us() - chip.rtc_base_us) / 1e6));
    gmtime_r(&s, t);
}

static u32 adc_sample(void) {
    int ch = (chip.adc_cs >> 12) & 7;
    u32 v = ch < 5 ? chip.adc_in[ch] : 0;
    int n = (int)(rng_next() % 5) - 2;
    int r = (int)v + n;
    if (r < 0) r = 0;
    if (r > 4095) r = 4095;
    return r;
}

static u32 apb_rd(u32 a) {
    u32 o = a & 0xfff;
    switch ((a >> 14) & 0x3f) { // 0x4000_0000 + n*0x4000
    case 0:
        return o == 0      ? ((u32)opt_chip_rev << 28 | 0x0002927u)
               : o == 4    ? 2
               : o == 0x40 ? 0xe0c912e8u
                           : 0; // SYSINFO
    case 1: return chip.syscfg[(o >> 2) & 7];
    case 2: {
        u32 i = o >> 2;
        if (o >= 0x30 && o < 0x48 || o >= 0x48 && o < 0x78 || o < 0x30) {
            u32 g = i % 3;
            u32 c = i - g;
            if (g == 2) {
                if (c == 12) return 1u << (chip.clk[12] & 3);
                if (c == 15) return 1u << (chip.clk[15] & 1);
                return 1;
            }
            return chip.clk[i];
        }
        if (o == 0x98) return 1u << 4;
        return i < 32 ? chip.clk[i] : 0;
    }
    case 3:
        return o == 0   ? chip.resets
               : o == 4 ? chip.resets_wdsel
               : o == 8 ? (~chip.resets) & 0x1ffffff
                        : 0;
    case 4:
        return o == 0     ? chip.psm_on
               : o == 4   ? chip.psm_off
               : o == 8   ? chip.psm_wdsel
               : o == 0xc ? 0x1ffff & ~chip.psm_off
                          : 0;
    case 5: {
        if (o < 0xf0) {
            int p = o >> 3;
            if (p >= 30) return 0;
            if (o & 4) return chip.io_ctrl[p];
            u32 in = (chip.in_last >> p) & 1;
            u32 st = (in << 17) | (in << 19);
            int lv = pin_level_out(p);
            if (lv >= 0 && ((chip.gpio_oe >> p) & 1)) st |= (1u << 13) | (1u << 12);
            if ((chip.gpio_out >> p) & 1) st |= (1u << 9) | (1u << 8);
            return st;
        }
        u32 i = (o - 0xf0) >> 2;
        u32 g = i & 3;
        u32 lv = 0;
        for (int k = 0; k < 8; k++) {
            int p = g * 8 + k;
            if (p >= 30) break;
            lv |= ((chip.in_last >> p) & 1 ? 2u : 1u) << (4 * k);
        }
        u32 raw = (chip.io_intr[g] & 0xcccccccc) | lv;
        if (o < 0x100) return raw;
        if (o < 0x110) return chip.io_inte[g];
        if (o < 0x120) return chip.io_intf[g];
        if (o < 0x130) return (raw & chip.io_inte[g]) | chip.io_intf[g];
        return 0;
    }
    case 6: {
        if (o < 0x30) {
            int p = o >> 3;
            if (o & 4) return chip.qio_ctrl[p];
            return p == 1 ? (1u << 17 | 1u << 19) : 0;
        }
        return 0;
    }
    case 7: return o <= 0x7c ? ((o >> 2) < 31 ? chip.pad[o >> 2] : 0) : 0;
    case 8: return o <= 0x18 ? chip.qpad[o >> 2] : 0;
    case 9: return o == 0 ? chip.xosc_ctrl : o == 4 ? 0x80001000u : 0;
    case 10:
    case 11: {
        int p = ((a >> 14) & 0x3f) - 10;
        u32 i = (o >> 2) & 3;
        return chip.pll[p][i] | (i == 0 ? 0x80000000u : 0);
    }
    case 12: {
        int i = (o >> 2) & 15;
        if (i == 1) return 1;
        if (i >= 2 && !(i & 1)) return (u32)((chip.xip_hit >> 1) + chip.xip_miss) & 0xffffff;
        return chip.busctrl[i];
    }
    case 13:
    case 14: return o == 0x18 ? 0x90 : o == 0x30 ? chip.uart_cr[0] : 0; // UART FR: TXFE|RXFE
    case 15: return spi_rd(0, o);
    case 16: return spi_rd(1, o);
    case 19:
        switch (o) {
        case 0: return chip.adc_cs | 0x100;
        case 4: return chip.adc_res;
        case 8: return chip.adc_fcs | (1u << 8);
        case 0xc: return adc_sample();
        case 0x10: return chip.adc_div;
        }
        return 0;
    case 20:
        if (o < 0xa0) {
            u32 s = o / 0x14, r = (o % 0x14) / 4;
            if (r == 2) {
                u32 top = (chip.pwm[s][4] & 0xffff) + 1;
                u32 dv = chip.pwm[s][1];
                if (dv < 16) dv = 16;
                if (!(chip.pwm[s][0] & 1)) return chip.pwm[s][2];
                return (u32)((chip.cycle - chip.pwm_t0[s]) * 16 / dv % top);
            }
            return chip.pwm[s][r];
        }
        switch (o) {
        case 0xa0: {
            u32 v = 0;
            for (int i = 0; i < 8; i++) v |= (chip.pwm[i][0] & 1) << i;
            return v;
        }
        case 0xa4: return chip.pwm_intr;
        case 0xa8: return chip.pwm_inte;
        }
        return 0;
    case 21: {
        double t = timer_us();
        u64 u = (u64)t;
        switch (o) {
        case 8: return chip.t_latch_hi;
        case 0xc: chip.t_latch_hi = (u32)(u >> 32); return (u32)u;
        case 0x24: return (u32)(u >> 32);
        case 0x28: return (u32)u;
        case 0x10:
        case 0x14:
        case 0x18:
        case 0x1c: return chip.alarm[(o - 0x10) >> 2];
        case 0x20: return chip.armed;
        case 0x30: return chip.t_pause;
        case 0x34: return chip.t_intr;
        case 0x38: return chip.t_inte;
        case 0x3c: return chip.t_intf;
        case 0x40: return (chip.t_intr & chip.t_inte) | chip.t_intf;
        }
        return 0;
    }
    case 22:
        if (o == 0) {
            u32 left = 0;
            if (chip.event_at[EV_WDOG] != NEVER)
                left = (u32)((chip.wd_deadline - now_us()) * 2) & 0xffffff;
            return (chip.wd_ctrl & 0x47000000u) | left;
        }
        if (o == 8) return chip.wd_reason;
        if (o >= 0xc && o < 0x2c) return chip.wd_scratch[(o - 0xc) >> 2];
        if (o == 0x2c) return (chip.wd_tick & 0x3ff) | ((chip.wd_tick & 0x200) ? 0x400 : 0);
        return 0;
    case 23: {
        struct tm t;
        switch (o) {
        case 0: return 46874;
        case 4: return chip.rtc_s0;
        case 8: return chip.rtc_s1;
        case 0xc: return chip.rtc_ctrl;
        case 0x18:
            rtc_now(&t);
            return ((t.tm_year + 1900) << 12) | ((t.tm_mon + 1) << 8) | t.tm_mday;
        case 0x1c:
            rtc_now(&t);
            return (t.tm_wday << 24) | (t.tm_hour << 16) | (t.tm_min << 8) | t.tm_sec;
        }
        return 0;
    }
    case 24:
        if (o == 0x1c) return (rng_next() >> 7) & 1;
        if (o == 0x18) return 0x80001000u;
        if (o == 0) return chip.rosc_ctrl;
        return 0;
    case 25:
        return o == 0 ? (chip.vreg | 0x1000) : o == 4 ? chip.bod : o == 8 ? chip.chip_reset : 0;
    case 27: return o == 0 ? 1 : 0;
    }
    return 0;
}

static void apb_wr(u32 a, u32 v, u32 raw) {
    u32 o = a & 0xfff;
    switch ((a >> 14) & 0x3f) {
    case 1: chip.syscfg[(o >> 2) & 7] = v; return;
    case 2:
        if ((o >> 2) < 32) {
            chip.clk[o >> 2] = v;
            if (o == 0x30 || o == 0x3c || o == 0x40 || o == 0x48) clocks_changed();
        }
        return;
    case 3:
        if (o == 0) {
            u32 n = v & ~chip.resets;
            chip.resets = v & 0x1ffffff;
            if (n & (1u << 16)) spi_reset(0);
            if (n & (1u << 17)) spi_reset(1);
            if (n & (1u << 24)) usb_reset();
            if (n & (1u << 14)) {
                memset(chip.pwm, 0, sizeof chip.pwm);
                for (int i = 0; i < 8; i++) {
                    chip.pwm[i][1] = 16;
                    chip.pwm[i][4] = 0xffff;
                }
            }
            if (n & (1u << 15)) {
                chip.rtc_ctrl = 0;
            }
            if (n & 4) {
                memset(chip.dma, 0, sizeof chip.dma);
                chip.dma_intr = 0;
            }
            if (n & (1u << 5)) {
                for (int i = 0; i < 30; i++) chip.io_ctrl[i] = 0x1f;
                memset(chip.io_inte, 0, sizeof chip.io_inte);
            }
            if (n & (1u << 8))
                for (int i = 1; i < 31; i++) chip.pad[i] = 0x56;
            if (n & (1u << 21)) {
                chip.timer_epoch = now_us();
                chip.armed = 0;
                for (int i = 0; i < 4; i++) event_set(EV_TIMER0 + i, NEVER);
                chip.t_inte = chip.t_intr = 0;
            }
            gpio_update();
        } else if (o == 4) chip.resets_wdsel = v;
        return;
    case 4:
        if (o == 0) chip.psm_on = v;
        else if (o == 4) {
            u32 old = chip.psm_off;
            chip.psm_off = v;
            core1_power(old);
        } else if (o == 8) chip.psm_wdsel = v;
        return;
    case 5:
        if (o < 0xf0) {
            int p = o >> 3;
            if ((o & 4) && p < 30) {
                chip.io_ctrl[p] = v;
                gpio_update();
            }
            return;
        }
        {
            u32 g = ((o - 0xf0) >> 2) & 3;
            if (o < 0x100) chip.io_intr[g] &= ~(raw & 0xcccccccc);
            else if (o < 0x110) chip.io_inte[g] = v;
            else if (o < 0x120) chip.io_intf[g] = v;
            io_irq();
        }
        return;
    case 6:
        if (o < 0x30 && (o & 4)) {
            u32 old = chip.qio_ctrl[1];
            chip.qio_ctrl[o >> 3] = v;
            if ((o >> 3) == 1) qss_changed(old);
        }
        return;
    case 7:
        if ((o >> 2) < 31) {
            chip.pad[o >> 2] = v;
            gpio_update();
        }
        return;
    case 8:
        if (o <= 0x18) chip.qpad[o >> 2] = v;
        return;
    case 9:
        if (o == 0) chip.xosc_ctrl = v;
        return;
    case 10:
    case 11:
        chip.pll[((a >> 14) & 0x3f) - 10][(o >> 2) & 3] = v;
        clocks_changed();
        return;
    case 12: chip.busctrl[(o >> 2) & 15] = v; return;
    case 13:
    case 14:
        if (o == 0x30) chip.uart_cr[0] = v;
        return;
    case 15: spi_wr(0, o, v); return;
    case 16: spi_wr(1, o, v); return;
    case 19:
        if (o == 0) {
            chip.adc_cs = v & ~0x104u;
            if (v & 4) {
                chip.adc_res = adc_sample();
                chip.cycle += (u64)(2e-6 * chip.sys_hz / 8);
            }
        } else if (o == 8) chip.adc_fcs = v;
        else if (o == 0x10) chip.adc_div = v;
        return;
    case 20:
        if (o < 0xa0) {
            u32 s = o / 0x14, r = (o % 0x14) / 4;
            if (r == 0 && (v & 1) && !(chip.pwm[s][0] & 1)) chip.pwm_t0[s] = chip.cycle;
            chip.pwm[s][r] = v;
        } else if (o == 0xa0) {
            for (int i = 0; i < 8; i++) {
                u32 b = (v >> i) & 1;
                chip.pwm[i][0] = (chip.pwm[i][0] & ~1u) | b;
            }
        } else if (o == 0xa8) {
            chip.pwm_inte = v;
            if (v) warn_once(140, "PWM wrap interrupts are not modelled");
        }
        return;
    case 21:
        if (o >= 0x10 && o < 0x20) {
            int i = (o - 0x10) >> 2;
            chip.alarm[i] = v;
            timer_arm(i);
        } else if (o == 0x20) {
            for (int i = 0; i < 4; i++)
                if (raw >> i & 1) {
                    chip.armed &= ~(1u << i);
                    event_set(EV_TIMER0 + i, NEVER);
                }
        } else if (o == 0x34) {
            chip.t_intr &= ~raw;
            timer_irq();
        } else if (o == 0x38) {
            chip.t_inte = v & 15;
            timer_irq();
        } else if (o == 0x3c) {
            chip.t_intf = v & 15;
            timer_irq();
        } else if (o == 0x30) chip.t_pause = v;
        return;
    case 22:
        if (o == 0) {
            chip.wd_ctrl = v & 0x47000000u;
            if (v & 0x80000000u) {
                chip.wd_reason = 2;
                chip.last_reset = 2;
                chip_reset(1);
                return;
            }
            watchdog_arm();
        } else if (o == 4) {
            chip.wd_load = v & 0xffffff;
            watchdog_arm();
        } else if (o >= 0xc && o < 0x2c) chip.wd_scratch[(o - 0xc) >> 2] = v;
        else if (o == 0x2c) {
            chip.wd_tick = v;
        }
        return;
    case 23:
        if (o == 4) chip.rtc_s0 = v;
        else if (o == 8) chip.rtc_s1 = v;
        else if (o == 0xc) {
            u32 old = chip.rtc_ctrl;
            chip.rtc_ctrl = (v & 1) | ((v & 1) ? 2 : 0) | ((old | v) & 0x10);
            if ((chip.rtc_ctrl & 0x10) && (v & 0x11)) {
                struct tm t = {0};
                t.tm_year = (int)((chip.rtc_s0 >> 12) & 0xfff) - 1900;
                t.tm_mon = (int)((chip.rtc_s0 >> 8) & 15) - 1;
                t.tm_mday = chip.rtc_s0 & 31;
                t.tm_hour = (chip.rtc_s1 >> 16) & 31;
                t.tm_min = (chip.rtc_s1 >> 8) & 63;
                t.tm_sec = chip.rtc_s1 & 63;
                chip.rtc_base = timegm(&t);
                chip.rtc_base_us = now_us();
                chip.rtc_ctrl &= ~0x10u;
            }
        }
        return;
    case 24:
        if (o == 0) chip.rosc_ctrl = v;
        return;
    case 25:
        if (o == 0) chip.vreg = v;
        else if (o == 4) chip.bod = v;
        else if (o == 8) {
            if (raw & (1u << 24)) chip.chip_reset &= ~(1u << 24);
        }
        return;
    }
}

static u32 dma_rd(u32 o) {
    if (o < 0x300) {
        dmach_t *d = &chip.dma[o >> 6];
        switch (o & 0x3f) {
        case 0:
        case 0x14:
        case 0x28:
        case 0x3c: return d->ra;
        case 4:
        case 0x18:
        case 0x2c:
        case 0x34: return d->wa;
        case 8:
        case 0x1c:
        case 0x24:
        case 0x38: return d->tc;
        default: return d->ctrl;
        }
    }
    switch (o) {
    case 0x400: return chip.dma_intr;
    case 0x404: return chip.dma_inte[0];
    case 0x408: return chip.dma_intf[0];
    case 0x40c: return (chip.dma_intr & chip.dma_inte[0]) | chip.dma_intf[0];
    case 0x414: return chip.dma_inte[1];
    case 0x418: return chip.dma_intf[1];
    case 0x41c: return (chip.dma_intr & chip.dma_inte[1]) | chip.dma_intf[1];
    case 0x420:
    case 0x424:
    case 0x428:
    case 0x42c: return chip.dma_timer[(o - 0x420) >> 2];
    case 0x448: return 12;
    }
    return 0;
}

static void dma_wr(u32 o, u32 v, u32 raw) {
    if (o < 0x300) {
        int c = o >> 6;
        dmach_t *d = &chip.dma[c];
        u32 k = o & 0x3f;
        int trig = 0;
        switch (k) {
        case 0:
        case 0x14:
        case 0x28:
        case 0x3c:
            d->ra = v;
            trig = (k == 0x3c);
            break;
        case 4:
        case 0x18:
        case 0x2c:
        case 0x34:
            d->wa = v;
            trig = (k == 0x2c);
            break;
        case 8:
        case 0x1c:
        case 0x24:
        case 0x38:
            d->reload = v;
            if (!(d->ctrl & (1u << 24))) d->tc = v;
            trig = (k == 0x1c);
            break;
        default:
            d->ctrl = (d->ctrl & 0x01000000u) | (v & 0xffffff);
            trig = (k == 0xc);
            break;
        }
        if (trig) {
            if (v) dma_start(c);
            else if (d->ctrl & (1u << 21)) {
                chip.dma_intr |= 1u << c;
                dma_irq();
            }
        }
        return;
    }
    switch (o) {
    case 0x400:
    case 0x40c:
    case 0x41c:
        chip.dma_intr &= ~raw;
        dma_irq();
        return;
    case 0x404:
        chip.dma_inte[0] = v;
        dma_irq();
        return;
    case 0x408:
        chip.dma_intf[0] = v;
        dma_irq();
        return;
    case 0x414:
        chip.dma_inte[1] = v;
        dma_irq();
        return;
    case 0x418:
        chip.dma_intf[1] = v;
        dma_irq();
        return;
    case 0x420:
    case 0x424:
    case 0x428:
    case 0x42c: chip.dma_timer[(o - 0x420) >> 2] = v; return;
    case 0x430:
        for (int c = 0; c < 12; c++)
            if (v >> c & 1) dma_start(c);
        return;
    case 0x444:
        for (int c = 0; c < 12; c++)
            if (v >> c & 1) {
                chip.dma[c].ctrl &= ~(1u << 24);
                chip.dma[c].pend = 0;
            }
        return;
    }
}

static void fifo_push(u32 v) {
    if (chip.fifo_n < 8) {
        chip.fifo[(chip.fifo_r + chip.fifo_n) & 7] = v;
        chip.fifo_n++;
    }
    chip.event = 1;
    irq_set(15, 1);
}

static void core1_power(u32 oldoff) {
    if ((oldoff & (1u << 16)) && !(chip.psm_off & (1u << 16))) {
        chip.fifo_state = 0;
        fifo_push(0);
    }
    if (chip.psm_off & (1u << 16)) {
        chip.fifo_n = 0;
        irq_set(15, 0);
    }
}

static u32 sio_rd(u32 o) {
    if (o >= 0x100 && o < 0x180) {
        u32 b = 1u << ((o - 0x100) >> 2);
        if (chip.spinlock & b) return 0;
        chip.spinlock |= b;
        return b;
    }
    switch (o) {
    case 0: return 0;
    case 4: return chip.in_last;
    case 8: return 2;
    case 0x10: return chip.gpio_out;
    case 0x20: return chip.gpio_oe;
    case 0x30: return chip.gpio_hi_out;
    case 0x40: return chip.gpio_hi_oe;
    case 0x50: return 2 | (chip.fifo_n ? 1 : 0);
    case 0x58: {
        u32 v = 0;
        if (chip.fifo_n) {
            v = chip.fifo[chip.fifo_r];
            chip.fifo_r = (chip.fifo_r + 1) & 7;
            chip.fifo_n--;
        }
        irq_set(15, chip.fifo_n > 0);
        return v;
    }
    case 0x5c: return chip.spinlock;
    case 0x60:
    case 0x68: return chip.div_a;
    case 0x64:
    case 0x6c: return chip.div_b;
    case 0x70: chip.div_dirty = 0; return chip.div_q;
    case 0x74: return chip.div_r;
    case 0x78: return 1 | (chip.div_dirty << 1);
    }
    if (o >= 0x80 && o < 0x100) warn_once(150, "SIO interpolator read (not modelled)");
    return 0;
}

static void sio_div(int sgn) {
    if (chip.div_b == 0) {
        chip.div_r = chip.div_a;
        chip.div_q = sgn ? ((s32)chip.div_a >= 0 ? 0xffffffffu : 1u) : 0xffffffffu;
    } else if (sgn) {
        s32 a = (s32)chip.div_a, b = (s32)chip.div_b;
        if (a == (s32)0x80000000 && b == -1) {
            chip.div_q = 0x80000000u;
            chip.div_r = 0;
        } else {
            chip.div_q = (u32)(a / b);
            chip.div_r = (u32)(a % b);
        }
    } else {
        chip.div_q = chip.div_a / chip.div_b;
        chip.div_r = chip.div_a % chip.div_b;
    }
    chip.div_dirty = 1;
}

static void sio_wr(u32 o, u32 v) {
    u32 oo = chip.gpio_out, oe = chip.gpio_oe;
    if (o >= 0x100 && o < 0x180) {
        chip.spinlock &= ~(1u << ((o - 0x100) >> 2));
        return;
    }
    v &= 0xffffffffu;
    switch (o) {
    case 0x10: chip.gpio_out = v & 0x3fffffff; break;
    case 0x14: chip.gpio_out |= v & 0x3fffffff; break;
    case 0x18: chip.gpio_out &= ~v; break;
    case 0x1c: chip.gpio_out ^= v & 0x3fffffff; break;
    case 0x20: chip.gpio_oe = v & 0x3fffffff; break;
    case 0x24: chip.gpio_oe |= v & 0x3fffffff; break;
    case 0x28: chip.gpio_oe &= ~v; break;
    case 0x2c: chip.gpio_oe ^= v & 0x3fffffff; break;
    case 0x54:
        fifo_push(v);
        chip.fifo_state++;
        if (chip.fifo_state >= 6)
            warn_once(151, "core1 launched: core1/_thread is NOT modelled, its code will not run");
        return;
    case 0x60:
        chip.div_a = v;
        sio_div(0);
        return;
    case 0x64:
        chip.div_b = v;
        sio_div(0);
        return;
    case 0x68:
        chip.div_a = v;
        sio_div(1);
        return;
    case 0x6c:
        chip.div_b = v;
        sio_div(1);
        return;
    case 0x70:
        chip.div_q = v;
        chip.div_dirty = 1;
        return;
    case 0x74:
        chip.div_r = v;
        chip.div_dirty = 1;
        return;
    default:
        if (o >= 0x80 && o < 0x100) warn_once(150, "SIO interpolator used (not modelled)");
        return;
    }
    sio_out_changed(oo, oe);
}

static u32 ppb_rd(u32 o) {
    switch (o) {
    case 0x10: {
        u32 v = chip.st_csr;
        if ((chip.st_csr & 1) && chip.cycle - chip.st_start > chip.st_rvr) v |= 1u << 16;
        return v;
    }
    case 0x14: return chip.st_rvr;
    case 0x18: {
        if (!(chip.st_csr & 1)) return 0;
        u64 d = chip.cycle - chip.st_start;
        return (u32)(chip.st_rvr - (d % ((u64)chip.st_rvr + 1)));
    }
    case 0x1c: return 0xc000270f;
    case 0x100:
    case 0x180: return chip.enabled;
    case 0x200:
    case 0x280: return chip.pending | chip.level;
    case 0xd00: return 0x410cc601;
    case 0xd04:
        return chip.ipsr | ((chip.pending | chip.level) & chip.enabled ? 1u << 22 : 0) |
               (chip.pend_pendsv ? 1u << 28 : 0) | (chip.pend_systick ? 1u << 26 : 0);
    case 0xd08: return chip.vtor;
    case 0xd0c: return 0xfa050000;
    case 0xd10: return chip.scr;
    case 0xd14: return 0x208;
    case 0xd1c: return chip.shpr2;
    case 0xd20: return chip.shpr3;
    case 0xd24: return 0;
    case 0xd90: return 0x800;
    }
    if (o >= 0x400 && o < 0x420) return chip.ipr[(o - 0x400) >> 2];
    return 0;
}

static void ppb_wr(u32 o, u32 v) {
    switch (o) {
    case 0x10:
        if ((v & 1) && !(chip.st_csr & 1)) chip.st_start = chip.cycle;
        chip.st_csr = v & 7;
        systick_arm();
        return;
    case 0x14: chip.st_rvr = v & 0xffffff; return;
    case 0x18:
        chip.st_start = chip.cycle;
        systick_arm();
        return;
    case 0x100:
        chip.enabled |= v;
        irq_poke();
        return;
    case 0x180: chip.enabled &= ~v; return;
    case 0x200:
        chip.pending |= v;
        if (chip.scr & 0x10) chip.event = 1;
        irq_poke();
        return;
    case 0x280: chip.pending &= ~v; return;
    case 0xd04:
        if (v & (1u << 28)) {
            chip.pend_pendsv = 1;
            irq_poke();
        }
        if (v & (1u << 27)) chip.pend_pendsv = 0;
        if (v & (1u << 26)) {
            chip.pend_systick = 1;
            irq_poke();
        }
        if (v & (1u << 25)) chip.pend_systick = 0;
        return;
    case 0xd08: chip.vtor = v & ~0xffu; return;
    case 0xd0c:
        if ((v >> 16) == 0x5fa && (v & 4)) {
            chip.last_reset = 3;
            chip_reset(0);
        }
        return;
    case 0xd10: chip.scr = v; return;
    case 0xd1c:
        chip.shpr2 = v;
        irq_poke();
        return;
    case 0xd20:
        chip.shpr3 = v;
        irq_poke();
        return;
    }
    if (o >= 0x400 && o < 0x420) {
        chip.ipr[(o - 0x400) >> 2] = v & 0xc0c0c0c0;
        irq_poke();
    }
}

static void fault(u32 addr) {
    if (!chip.fault) {
        chip.fault = 1;
        chip.fault_pc = chip.r[15];
        chip.fault_addr = addr;
        chip.fault_lr = chip.r[14];
        note("FAULT: bad access %08x at pc=%08x lr=%08x", addr, chip.r[15], chip.r[14]);
    }
    chip.pend_hf = 1;
    irq_poke();
}

static u32 read_word(u32 a) { // aligned word read of MMIO-ish space
    u32 top = a >> 28;
    switch (top) {
    case 0:
        if (a < 0x4000) {
            u32 v;
            memcpy(&v, chip.rom + a, 4);
            return v;
        }
        break;
    case 1:
        if (a < 0x14000000) {
            u32 v;
            chip.cycle += xip_extra(a);
            memcpy(&v, chip.flash + (a & FLASH_MASK), 4);
            return v;
        }
        if (a < 0x15000000) {
            u32 o = a & 0xff;
            switch (o) {
            case 0: return chip.xip_ctrl;
            case 4: return 1;
            case 8: return 6;
            case 0xc: return (u32)chip.xip_hit - chip.xip_hit_base;
            case 0x10: return (u32)(chip.xip_hit + chip.xip_miss) - chip.xip_acc_base;
            }
            return 0;
        }
        if ((a >> 24) == 0x15) {
            u32 v;
            memcpy(&v, chip.flash, 4);
            return 0;
        }
        if ((a >> 24) == 0x18) return ssi_rd(a & 0xfff);
        break;
    case 2:
        if (a < 0x20042000) {
            u32 v;
            memcpy(&v, chip.sram + (a - 0x20000000), 4);
            return v;
        }
        break;
    case 4: chip.cycle += 2; return apb_rd(a & ~0x3000u);
    case 5:
        if (a < 0x50100000) return dma_rd(a & 0xfff);
        if (a < 0x50110000) {
            return dpram_get(a & 0xffc);
        }
        if (a < 0x50120000) return usb_rd(a & 0xfff);
        return 0;
    case 13: return sio_rd(a & 0xfff);
    case 14:
        if ((a >> 12) == 0xe000e) return ppb_rd(a & 0xfff);
        return 0;
    }
    fault(a);
    return 0;
}

static u32 read_slow(u32 a, int sz) {
    if ((a - 0x20000000u) < SRAM_SIZE) {
        u32 v = 0;
        memcpy(&v, chip.sram + (a - 0x20000000u), sz);
        return v;
    }
    if ((a >> 26) == 4) {
        chip.cycle += xip_extra(a);
        u32 v = 0;
        memcpy(&v, chip.flash + (a & FLASH_MASK), sz);
        return v;
    }
    u32 w = read_word(a & ~3u);
    if (sz == 4) return w;
    w >>= 8 * (a & 3);
    return sz == 2 ? w & 0xffff : w & 0xff;
}

static void write_slow(u32 a, u32 v, int sz) {
    if ((a - 0x20000000u) < SRAM_SIZE) {
        memcpy(chip.sram + (a - 0x20000000u), &v, sz);
        return;
    }
    u32 top = a >> 28;
    u32 w = v;
    if (sz == 1) {
        w = v & 0xff;
        w |= w << 8;
        w |= w << 16;
    } else if (sz == 2) {
        w = v & 0xffff;
        w |= w << 16;
    }
    switch (top) {
    case 0:
        if (a < 0x4000) return;
        break; // writes to ROM are dropped (TinyUSB does it for EP0)
    case 1:
        if ((a >> 24) == 0x14) {
            u32 o = a & 0xff;
            if (o == 0) chip.xip_ctrl = w;
            else if (o == 4) xip_flush();
            else if (o == 0xc) chip.xip_hit_base = (u32)chip.xip_hit;
            else if (o == 0x10) chip.xip_acc_base = (u32)(chip.xip_hit + chip.xip_miss);
            return;
        }
        if ((a >> 24) == 0x18) {
            u32 al = (a >> 12) & 3, o = a & 0xffc;
            if (al) {
                u32 c = chip.ssi[(o >> 2) & 63];
                w = al == 1 ? c ^ w : al == 2 ? c | w : c & ~w;
            }
            ssi_wr(o, w);
            return;
        }
        if ((a >> 24) == 0x10) {
            u32 line = (a & 0xffffff) >> 3, set = line & 1023, tag = line >> 10;
            for (int k = 0; k < 2; k++)
                if (chip.xip_tag[k][set] == tag) chip.xip_tag[k][set] = 0xffffffff;
            return;
        }
        break;
    case 4: {
        chip.cycle += 3;
        u32 al = (a >> 12) & 3, base = a & ~0x3003u, raw = w;
        if (al) {
            u32 c;
            u32 pn = (base >> 14) & 0x3f;
            if ((pn == 15 || pn == 16) && (base & 0xfff) == 8) c = 0;
            else c = apb_rd(base);
            w = al == 1 ? c ^ w : al == 2 ? c | w : c & ~w;
        }
        apb_wr(base, w, raw);
        return;
    }
    case 5:
        if (a < 0x50100000) {
            u32 al = (a >> 12) & 3, o = a & 0xffc, raw = w;
            if (al) {
                u32 c = dma_rd(o);
                w = al == 1 ? c ^ w : al == 2 ? c | w : c & ~w;
            }
            dma_wr(o, w, raw);
            return;
        }
        if (a < 0x50110000) {
            memcpy(chip.dpram + (a & 0xfff), &v, sz);
            dpram_written(a & 0xfff);
            return;
        }
        if (a < 0x50120000) {
            u32 al = (a >> 12) & 3, o = a & 0xffc, raw = w;
            if (al) {
                u32 c = o == 0x48 ? 0 : o == 0x50 ? chip.u_siest : usb_rd(o);
                w = al == 1 ? c ^ w : al == 2 ? c | w : c & ~w;
            }
            usb_wr(o, w, raw);
            return;
        }
        if (a >= 0x50200000 && a < 0x50400000) {
            if ((a & 0xfff) == 0 && (w & 0xf)) warn_once(152, "PIO enabled: PIO is NOT modelled");
        }
        return;
    case 13: sio_wr(a & 0xffc, w); return;
    case 14:
        if ((a >> 12) == 0xe000e) {
            ppb_wr(a & 0xffc, w);
            return;
        }
        return;
    }
    fault(a);
}
