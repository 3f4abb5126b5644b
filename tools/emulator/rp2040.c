// An RP2040 running MicroPython's own image: core 0 with its cycles and the flash cache, the
// peripherals that the firmware uses, an SPI panel, buttons, a flash chip, a USB host. chip.py
// compiles this file, which includes the others, and calls the functions below.

#include "state.h"
#include "clock.c"
#include "cache.c"
#include "gpio.c"
#include "panel.c"
#include "spi.c"
#include "flash.c"
#include "usb.c"
#include "peripherals.c"
#include "cpu.c"

void emu_init(const u8 *rom, int n) {
    memset(&chip, 0, sizeof chip);
    memcpy(chip.rom, rom, n > 0x4000 ? 0x4000 : n);
    memset(chip.flash, 0xff, FLASH_SIZE);
    for (int i = 0; i < 30; i++) chip.ext[i] = -1;
    chip.sys_hz = 6.5e6;
    chip.peri_hz = 6.5e6;
    chip.us_per_cyc = 1e6 / 6.5e6;
    chip.rng = 0x2545F491;
    chip.adc_in[0] = 2000;
    chip.adc_in[1] = 2000;
    chip.adc_in[2] = 2000;
    chip.adc_in[3] = 2048;
    chip.adc_in[4] = 891;
    chip.chip_reset = 1u << 8;
    for (u32 i = 0; i < SRAM_SIZE; i++) chip.sram[i] = (u8)(rng_next() >> 11);
    loglen = 0;
    memset(warn_seen, 0, sizeof warn_seen);
    chip_reset(0);
    chip.resets_done = 0;
    chip.lcd.rst = -1;
}

static void lcd_power(u32 seed) {
    lcd_t *L = &chip.lcd;
    if (!L->on) return;
    lcd_soft_defaults(L);
    L->ever_reset = L->ever_slpout = 0;
    L->t_hwreset = L->t_swreset = L->t_slpout = L->t_rst_low = 0;
    u32 x = seed | 1;
    for (int y = 0; y < LCD_GH; y++)
        for (int i = 0; i < LCD_GW; i++) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            L->gram[y][i] = (u16)x;
        }
}

void emu_power_cycle(void) {
    if (chip.cut) fl_powercut(chip.cut_frac);
    else if (chip.cycle < chip.fl_busy_until && chip.op_kind)
        fl_powercut((double)(chip.cycle - chip.op_start) /
                    (double)(chip.fl_busy_until - chip.op_start));
    chip.cut = 0;
    chip.op_kind = 0;
    lcd_power(rng_next());
    for (u32 i = 0; i < SRAM_SIZE; i++) chip.sram[i] = (u8)(rng_next() >> 11);
    chip.chip_reset = 1u << 8;
    chip.fl_busy_until = 0;
    chip.fl_wel = 0;
    chip.fault = 0;
    chip_reset(0);
}

void emu_flash_write(u32 off, const u8 *p, u32 n) {
    if (off + n <= FLASH_SIZE) memcpy(chip.flash + off, p, n);
}

void emu_flash_read(u32 off, u8 *p, u32 n) {
    if (off + n <= FLASH_SIZE) memcpy(p, chip.flash + off, n);
}

void emu_mem_read(u32 a, u8 *p, u32 n) {
    for (u32 i = 0; i < n; i++) {
        u32 x = a + i;
        p[i] = (x - 0x20000000u) < SRAM_SIZE ? chip.sram[x - 0x20000000u]
               : (x >> 24) == 0x10           ? chip.flash[x & FLASH_MASK]
                                             : 0;
    }
}

void emu_mem_fill(u32 a, u32 end, u8 byte) {
    if (a - 0x20000000u <= end - 0x20000000u && end - 0x20000000u <= SRAM_SIZE)
        memset(chip.sram + (a - 0x20000000u), byte, end - a);
}

void emu_mem_write(u32 a, const u8 *p, u32 n) {
    if (a - 0x20000000u < SRAM_SIZE && n <= SRAM_SIZE - (a - 0x20000000u))
        memcpy(chip.sram + (a - 0x20000000u), p, n);
}

void emu_lcd_config(int spi, int sck, int mosi, int cs, int dc, int rst, int bl, int w, int h,
                    int xoff, int yoff, int ref, int ips, u32 seed) {
    lcd_t *L = &chip.lcd;
    memset(L, 0, sizeof *L);
    L->on = 1;
    L->spi = spi;
    L->sck = sck;
    L->mosi = mosi;
    L->cs = cs;
    L->dc = dc;
    L->rst = rst;
    L->bl = bl;
    L->w = w;
    L->h = h;
    L->xoff = xoff;
    L->yoff = yoff;
    L->ref_madctl = ref;
    L->ips = ips;
    L->only_mode = -1;
    lcd_soft_defaults(L);
    u32 x = seed ? seed : 1;
    for (int y = 0; y < LCD_GH; y++)
        for (int i = 0; i < LCD_GW; i++) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            L->gram[y][i] = (u16)x;
        }
}

int emu_backlight(void) {
    lcd_t *L = &chip.lcd;
    if (L->bl < 0) return 65535;
    u32 f = chip.io_ctrl[L->bl] & 0x1f;
    if (f == 5) {
        return ((chip.gpio_oe >> L->bl) & 1) && ((chip.gpio_out >> L->bl) & 1) ? 65535 : 0;
    }
    if (f == 4) {
        int s = (L->bl >> 1) & 7;
        if (!(chip.pwm[s][0] & 1)) return 0;
        u32 cc = chip.pwm[s][3];
        cc = (L->bl & 1) ? cc >> 16 : cc & 0xffff;
        u32 top = chip.pwm[s][4] & 0xffff;
        return cc > top ? 65535 : (int)((u64)cc * 65535 / (top + 1));
    }
    return 0;
}

// mode 0: what the glass shows (display off/sleep -> black, inversion applied, backlight ignored);
// mode 1: raw GRAM window
void emu_lcd_render(u8 *rgb, int mode) {
    lcd_t *L = &chip.lcd;
    for (int sy = 0; sy < L->h; sy++)
        for (int sx = 0; sx < L->w; sx++) {
            int c0 = sx + L->xoff, r0 = sy + L->yoff, x, y;
            if (L->ref_madctl & 0x20) {
                x = r0;
                y = c0;
            } else {
                x = c0;
                y = r0;
            }
            if (L->ref_madctl & 0x40) x = LCD_GW - 1 - x;
            if (L->ref_madctl & 0x80) y = LCD_GH - 1 - y;
            u16 p = 0;
            if (x >= 0 && x < LCD_GW && y >= 0 && y < LCD_GH) p = L->gram[y][x];
            if (mode == 0) {
                if (L->sleeping || !L->dispon) {
                    u8 *o = rgb + 3 * (sy * L->w + sx);
                    o[0] = o[1] = o[2] = 0;
                    continue;
                }
                if (L->ips ? !L->inv : L->inv) p = ~p;
            }
            u32 R = p >> 11, G = (p >> 5) & 63, B = p & 31;
            u8 r8 = (R << 3) | (R >> 2), g8 = (G << 2) | (G >> 4), b8 = (B << 3) | (B >> 2);
            if ((L->madctl ^ L->ref_madctl) & 8) {
                u8 t = r8;
                r8 = b8;
                b8 = t;
            }
            u8 *o = rgb + 3 * (sy * L->w + sx);
            o[0] = r8;
            o[1] = g8;
            o[2] = b8;
        }
}

double emu_time_us(void) { return now_us(); }

double emu_run_until(double us) { // returns time
    while (now_us() < us && chip.fault < 2 && !chip.cut) {
        chip.limit = cyc_at_us(us);
        if (chip.limit <= chip.cycle) chip.limit = chip.cycle + 1;
        event_recalc();
        if (chip.event_next <= chip.cycle) process_events();
        if (chip.irq_check) check_irq();
        if (chip.sleeping) {
            int wake = chip.sleeping == 2 ? (chip.event || wake_pending()) : wake_pending();
            if (wake) {
                if (chip.sleeping == 2) chip.event = 0;
                chip.sleeping = 0;
                chip.irq_check = 1;
                continue;
            }
            u64 t = chip.event_next < chip.limit ? chip.event_next : chip.limit;
            if (t > chip.cycle) {
                idle_us += (t - chip.cycle) * chip.us_per_cyc;
                chip.cycle = t;
            }
            continue;
        }
        event_recalc();
        if (chip.irq_check) {
            check_irq();
            event_recalc();
            if (chip.irq_check) {
                chip.irq_check = 1;
            }
        }
        if (chip.cycle < chip.stop) cpu_run();
    }
    return now_us();
}

// Calls code with r0 to r3 and without interrupts; whether it has come back to `stop`, an address
// in RAM that loops from now on, with the stack and the caller's r4 to r11 as they were.
int emu_call(u32 code, const u32 *args, u32 stop, u32 sp, double us) {
    static const u8 loop[] = {0xfe, 0xe7}; // b .
    emu_mem_write(stop, loop, 2);
    memcpy(chip.r, args, 4 * sizeof(u32));
    for (u32 i = 4; i < 12; i++) chip.r[i] = ~i;
    chip.r[13] = sp;
    chip.r[14] = stop | 1;
    chip.r[15] = code & ~1u;
    chip.primask = 1;
    double end = now_us() + us;
    while (chip.r[15] != stop && now_us() < end && !chip.fault) emu_run_until(now_us() + 50);
    int kept = chip.r[15] == stop && chip.r[13] == sp;
    for (u32 i = 4; i < 12; i++) kept = kept && chip.r[i] == ~i;
    return kept;
}

void emu_gpio_drive(int p, int v) {
    if (p >= 0 && p < 30) {
        chip.ext[p] = (s8)v;
        gpio_update();
    }
}

int emu_cdc_write(const u8 *p, int n) {
    int k = 0;
    while (k < n && (u32)(chip.ctx_w - chip.ctx_r) < (1u << 16) - 1) {
        chip.ctx[chip.ctx_w++ & 0xffff] = p[k++];
    }
    if (chip.h_state == 3 && chip.h_step > 6) usb_sched(opt_usb_pkt_us);
    return k;
}

int emu_cdc_read(u8 *p, int n) {
    int k = 0;
    while (k < n && chip.crx_r != chip.crx_w) p[k++] = chip.crx[chip.crx_r++ & 0xffff];
    if (k && chip.h_state == 3 && chip.h_step > 6) usb_sched(opt_usb_pkt_us);
    return k;
}

int emu_connected(void) { return chip.h_connected; }

int emu_log_take(char *p, int n) {
    int k = loglen < (u32)n ? (int)loglen : n;
    memcpy(p, logbuf, k);
    memmove(logbuf, logbuf + k, loglen - k);
    loglen -= k;
    return k;
}

double emu_stat(const char *k) {
#define S(nm, ex)                                                                                 \
    if (!strcmp(k, nm)) return (double)(ex)
    S("heap_least", 16.0 * heap_least);
    S("heap_margin", heap_margin);
    S("heap_asked", heap_asked);
    S("changed", changed);
    S("changed_first", changed_first);
    S("changed_last", changed_last);
    S("idle_us", idle_us);
    S("cycles", chip.cycle);
    S("sys_hz", chip.sys_hz);
    S("peri_hz", chip.peri_hz);
    S("lcd_off_pixels", chip.lcd.off_pixels);
    S("lcd_misrouted", chip.lcd.misrouted);
    S("lcd_on", chip.lcd.dispon && !chip.lcd.sleeping);
    S("lcd_bl", emu_backlight());
    unsigned code, at;
    if (sscanf(k, "lcd_register %x %u", &code, &at) == 2) return chip.lcd.reg[code & 255][at & 15];
    S("fl_erases", chip.fl_erases);
    S("fl_ops", chip.fl_ops);
    S("cut", chip.cut);
    S("sp", chip.r[13]);
    S("fault", chip.fault);
    S("fault_pc", chip.fault_pc);
    S("fault_lr", chip.fault_lr);
    S("resets", chip.resets_done);
    S("wd_resets", chip.wd_resets);
    S("fl_max_erase", ({
          u32 m = 0;
          for (u32 i = 0; i < FLASH_SIZE / 4096; i++)
              if (chip.fl_erase_cnt[i] > m) m = chip.fl_erase_cnt[i];
          m;
      }));
    return -1;
}

void emu_opt(const char *k, double v) {
#define O(nm, var)                                                                                \
    if (!strcmp(k, nm)) {                                                                         \
        var = v;                                                                                  \
        return;                                                                                   \
    }
    O("usb_host", opt_usb_host)
    O("chip_rev", opt_chip_rev) O("log", opt_log) O("xip_sck", opt_xip_sck)
        O("xip_ovh", opt_xip_ovh) O("xip_model", opt_xip_model) O("spi_gap10", opt_gap10)
            O("usb_connect_us", opt_usb_connect_us) O("usb_pkt_us", opt_usb_pkt_us)
                O("t_se", opt_t_se) O("t_pp", opt_t_pp)
                    O("t_be", opt_t_be) if (!strcmp(k, "cut_op")) {
        chip.cut_op = chip.fl_ops + (u64)v;
        return;
    }
    if (!strcmp(k, "lcd_mode")) {
        chip.lcd.only_mode = (int)v;
        return;
    }
    if (!strcmp(k, "lcd_hz")) {
        chip.lcd.most_hz = v;
        return;
    }
    if (!strcmp(k, "cut_frac")) {
        chip.cut_frac = v;
        return;
    }
    if (!strcmp(k, "changed_reset")) {
        changed = 0;
        changed_first = changed_last = 0;
        return;
    }
    if (!strcmp(k, "seed")) {
        chip.rng = (u32)v | 1;
        return;
    }
    if (!strncmp(k, "adc", 3) && k[3] >= '0' && k[3] <= '4') {
        chip.adc_in[k[3] - '0'] = (u16)v;
        return;
    }
    xip_cost();
    fprintf(stderr, "emu_opt: unknown %s\n", k);
}

u64 emu_state_size(void) { return sizeof chip; }

void emu_state_save(void *p) { memcpy(p, &chip, sizeof chip); }

void emu_state_load(const void *p) { memcpy(&chip, p, sizeof chip); }

void emu_watch(u32 ask, u32 refuse, u32 swept, u32 table, u32 blocks) {
    ask_pc = ask & ~1u;
    refuse_pc = refuse & ~1u;
    swept_pc = swept & ~1u;
    heap_table = table;
    heap_blocks = heap_least = blocks;
    heap_margin = blocks;
    swept_free = 16 * blocks;
    asked_most = heap_asked = request_n = swept_end = 0;
}

u32 emu_refused(request_t *p) {
    memcpy(p, requests, sizeof(request_t) * request_n);
    return request_n;
}
