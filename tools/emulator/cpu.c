// The Cortex-M0+ of core 0: exceptions, reset, and the instructions with their cycles.

// Exceptions

static int exception_priority(int n) {
    if (n == 0) return 256;
    if (n == 3) return -1;
    if (n == 2) return -2;
    if (n == 11) return chip.shpr2 >> 30;
    if (n == 14) return (chip.shpr3 >> 22) & 3;
    if (n == 15) return chip.shpr3 >> 30;
    if (n >= 16) {
        int i = n - 16;
        return (chip.ipr[i >> 2] >> (8 * (i & 3) + 6)) & 3;
    }
    return 0;
}

static int best_pending(int *prio) {
    int bn = 0, bp = 256;
    if (chip.pend_hf) {
        *prio = -1;
        return 3;
    }
    if (chip.pend_svc) {
        int p = exception_priority(11);
        if (p < bp) {
            bp = p;
            bn = 11;
        }
    }
    if (chip.pend_pendsv) {
        int p = exception_priority(14);
        if (p < bp) {
            bp = p;
            bn = 14;
        }
    }
    if (chip.pend_systick) {
        int p = exception_priority(15);
        if (p < bp) {
            bp = p;
            bn = 15;
        }
    }
    u32 m = (chip.pending | (chip.level & ~chip.active)) & chip.enabled;
    while (m) {
        int i = __builtin_ctz(m);
        m &= m - 1;
        int p = exception_priority(16 + i);
        if (p < bp) {
            bp = p;
            bn = 16 + i;
        }
    }
    *prio = bp;
    return bn;
}

static void exception_enter(int n) {
    int handler = chip.ipsr != 0;
    u32 sp = chip.r[13];
    u32 al = (sp >> 2) & 1;
    sp = (sp - 32) & ~7u;
    u32 xpsr = (chip.N << 31) | (chip.Z << 30) | (chip.C << 29) | (chip.V << 28) | (1u << 24) |
               chip.ipsr | (al << 9);
    u32 f[8] = {chip.r[0],  chip.r[1],  chip.r[2],  chip.r[3],
                chip.r[12], chip.r[14], chip.r[15], xpsr};
    if ((sp - 0x20000000u) > SRAM_SIZE - 32) {
        note("FATAL: exception stacking to %08x", sp);
        chip.fault = 2;
        return;
    }
    memcpy(chip.sram + (sp - 0x20000000u), f, 32);
    chip.r[13] = sp;
    if (handler) chip.r[14] = 0xfffffff1u;
    else if (chip.on_psp) chip.r[14] = 0xfffffffdu;
    else chip.r[14] = 0xfffffff9u;
    if (!handler && chip.on_psp) {
        u32 t = chip.r[13];
        chip.r[13] = chip.other_sp;
        chip.other_sp = t;
        chip.on_psp = 0;
    }
    chip.outer[chip.depth & 15] = chip.ipsr;
    chip.depth++;
    chip.ipsr = n;
    if (n >= 16) {
        chip.pending &= ~(1u << (n - 16));
        chip.active |= 1u << (n - 16);
    } else if (n == 15) chip.pend_systick = 0;
    else if (n == 14) chip.pend_pendsv = 0;
    else if (n == 11) chip.pend_svc = 0;
    else if (n == 3) chip.pend_hf = 0;
    u32 v = read_slow(chip.vtor + 4 * n, 4);
    chip.r[15] = v & ~1u;
    chip.cycle += 15;
    chip.event = 1;
}

static void exception_return(u32 ret) {
    int n = chip.ipsr;
    if (n >= 16) chip.active &= ~(1u << (n - 16));
    if (chip.depth) chip.depth--;
    int topsp = (ret & 4) != 0;
    if (topsp) {
        u32 t = chip.r[13];
        chip.r[13] = chip.other_sp;
        chip.other_sp = t;
        chip.on_psp = 1;
    }
    u32 sp = chip.r[13];
    if ((sp - 0x20000000u) > SRAM_SIZE - 32) {
        note("FATAL: exception return sp %08x", sp);
        chip.fault = 2;
        return;
    }
    u32 f[8];
    memcpy(f, chip.sram + (sp - 0x20000000u), 32);
    chip.r[0] = f[0];
    chip.r[1] = f[1];
    chip.r[2] = f[2];
    chip.r[3] = f[3];
    chip.r[12] = f[4];
    chip.r[14] = f[5];
    chip.r[15] = f[6] & ~1u;
    u32 x = f[7];
    chip.r[13] = (sp + 32) | ((x >> 9 & 1) ? 4 : 0);
    chip.N = x >> 31;
    chip.Z = x >> 30 & 1;
    chip.C = x >> 29 & 1;
    chip.V = x >> 28 & 1;
    chip.ipsr = x & 0x3f;
    chip.cycle += 12;
    chip.event = 1;
    irq_poke();
}

static void check_irq(void) {
    chip.irq_check = 0;
    int p;
    int n = best_pending(&p);
    if (!n) return;
    int cur = exception_priority(chip.ipsr);
    if (chip.primask && p >= 0) {
        return;
    }
    if (p < cur) {
        exception_enter(n);
        chip.irq_check = 1;
    }
}

static int wake_pending(void) {
    int p;
    int n = best_pending(&p);
    return n && p < exception_priority(chip.ipsr);
}

// Reset

static void core_boot(void) {
    memset(chip.r, 0, sizeof chip.r);
    chip.N = chip.Z = chip.C = chip.V = 0;
    chip.primask = chip.on_psp = chip.unprivileged = chip.ipsr = 0;
    chip.other_sp = 0;
    chip.vtor = 0;
    chip.scr = 0;
    chip.shpr2 = chip.shpr3 = 0;
    memset(chip.ipr, 0, sizeof chip.ipr);
    chip.level = chip.pending = chip.enabled = chip.active = 0;
    chip.pend_systick = chip.pend_pendsv = chip.pend_svc = chip.pend_hf = 0;
    chip.depth = 0;
    chip.event = 0;
    chip.sleeping = 0;
    chip.r[13] = 0x20041f00;
    chip.r[14] = 0;
    chip.r[15] = 0x10000000;
    chip.st_csr = 0;
}

static void chip_reset(int from_wd) {
    chip.resets_done++;
    if (from_wd) chip.wd_resets++;
    for (int i = 0; i < EV_N; i++) chip.event_at[i] = NEVER;
    memset(chip.clk, 0, sizeof chip.clk);
    chip.clk[16] = 0x100;
    chip.clk[13] = 0x100;
    memset(chip.pll, 0, sizeof chip.pll);
    chip.resets = 0x1ffffff;
    chip.psm_off = chip.psm_on = 0;
    chip.armed = chip.t_intr = chip.t_inte = chip.t_intf = chip.t_latch_hi = chip.t_pause = 0;
    memset(chip.alarm, 0, sizeof chip.alarm);
    chip.timer_epoch = now_us();
    chip.wd_ctrl = 0;
    if (!from_wd) {
        chip.wd_reason = 0;
        memset(chip.wd_scratch, 0, sizeof chip.wd_scratch);
    }
    chip.gpio_out = chip.gpio_oe = 0;
    chip.spinlock = 0;
    chip.div_dirty = 0;
    for (int i = 0; i < 30; i++) {
        chip.io_ctrl[i] = 0x1f;
        chip.pad[i + 1] = 0x56;
    }
    memset(chip.io_intr, 0, sizeof chip.io_intr);
    memset(chip.io_inte, 0, sizeof chip.io_inte);
    memset(chip.io_intf, 0, sizeof chip.io_intf);
    memset(chip.qio_ctrl, 0, sizeof chip.qio_ctrl);
    chip.qpad[0] = 0;
    memset(chip.spi, 0, sizeof chip.spi);
    memset(chip.dma, 0, sizeof chip.dma);
    chip.dma_intr = 0;
    memset(chip.dma_inte, 0, 8);
    memset(chip.dma_intf, 0, 8);
    memset(chip.dma_timer, 0, sizeof chip.dma_timer);
    memset(chip.ssi, 0, sizeof chip.ssi);
    chip.ssi[5] = 4;
    chip.srx_r = chip.srx_w = 0;
    chip.fl_n = 0;
    xip_flush();
    xip_cost();
    chip.xip_ctrl = 3;
    usb_reset();
    memset(chip.pwm, 0, sizeof chip.pwm);
    chip.pwm_intr = chip.pwm_inte = 0;
    for (int i = 0; i < 8; i++) {
        chip.pwm[i][1] = 16;
        chip.pwm[i][4] = 0xffff;
    }
    chip.rtc_ctrl = 0;
    chip.adc_cs = chip.adc_res = chip.adc_fcs = chip.adc_div = 0;
    memset(chip.busctrl, 0, sizeof chip.busctrl);
    chip.busctrl[3] = chip.busctrl[5] = chip.busctrl[7] = chip.busctrl[9] = 0x1f;
    core_boot();
    clocks_changed();
    gpio_update();
    chip.vreg = 0xb1;
    chip.bod = 0x91;
    chip.irq_check = 0;
    chip.stop = 0;
    if (opt_log) note("chip reset (watchdog=%d)", from_wd);
}

// Instructions

static void process_events(void) {
    int guard = 0;
    while (chip.event_next <= chip.cycle && guard++ < 100000) {
        for (int i = 0; i < EV_N; i++)
            if (chip.event_at[i] <= chip.cycle) {
                switch (i) {
                case EV_TIMER0:
                case EV_TIMER1:
                case EV_TIMER2:
                case EV_TIMER3:
                    chip.event_at[i] = NEVER;
                    event_recalc();
                    chip.armed &= ~(1u << (i - EV_TIMER0));
                    chip.t_intr |= 1u << (i - EV_TIMER0);
                    timer_irq();
                    break;
                case EV_SPI0:
                case EV_SPI1: spi_event(i - EV_SPI0); break;
                case EV_USB: usb_event(); break;
                case EV_SOF: sof_event(); break;
                case EV_SYSTICK:
                    chip.pend_systick = 1;
                    irq_poke();
                    systick_arm();
                    break;
                case EV_WDOG:
                    chip.event_at[i] = NEVER;
                    event_recalc();
                    chip.wd_reason = 1;
                    chip.last_reset = 1;
                    chip_reset(1);
                    break;
                case EV_DMA: dma_event(); break;
                }
            }
        event_recalc();
    }
    if (chip.irq_check) chip.stop = 0;
}

#define SET_NZ(x)                                                                                 \
    do {                                                                                          \
        u32 _r = (x);                                                                             \
        n = _r >> 31;                                                                             \
        z = (_r == 0);                                                                            \
    } while (0)
#define SPILL()                                                                                   \
    do {                                                                                          \
        chip.cycle = cyc;                                                                         \
        chip.N = n;                                                                               \
        chip.Z = z;                                                                               \
        chip.C = c;                                                                               \
        chip.V = v;                                                                               \
        r[15] = pc;                                                                               \
    } while (0)
#define FILL()                                                                                    \
    do {                                                                                          \
        cyc = chip.cycle;                                                                         \
    } while (0)
#define CACHE(a)                                                                                  \
    do {                                                                                          \
        if (opt_xip_model) cyc += xip_touch(a);                                                   \
    } while (0)
#define LOAD(sz, T, a, dst)                                                                       \
    do {                                                                                          \
        u32 _a = (a);                                                                             \
        if (LIKELY((_a - 0x20000000u) < SRAM_SIZE) && LIKELY(!(_a & (sz - 1)))) {                 \
            dst = *(T *)(chip.sram + (_a - 0x20000000u));                                         \
            cyc += 1;                                                                             \
        } else if ((_a >> 24) == 0x10 && !(_a & (sz - 1))) {                                      \
            CACHE(_a);                                                                            \
            dst = *(T *)(chip.flash + (_a & FLASH_MASK));                                         \
            cyc += 1;                                                                             \
        } else {                                                                                  \
            SPILL();                                                                              \
            if (_a & (sz - 1)) {                                                                  \
                fault(_a);                                                                        \
                dst = 0;                                                                          \
            } else {                                                                              \
                u32 _w = read_slow(_a, sz);                                                       \
                dst = (T)_w;                                                                      \
                if ((_a >> 28) != 13) chip.cycle += 1;                                            \
            }                                                                                     \
            FILL();                                                                               \
        }                                                                                         \
    } while (0)
#define STORE(sz, T, a, val)                                                                      \
    do {                                                                                          \
        u32 _a = (a);                                                                             \
        if (LIKELY((_a - 0x20000000u) < SRAM_SIZE) && LIKELY(!(_a & (sz - 1)))) {                 \
            *(T *)(chip.sram + (_a - 0x20000000u)) = (T)(val);                                    \
            cyc += 1;                                                                             \
        } else {                                                                                  \
            SPILL();                                                                              \
            if (_a & (sz - 1)) fault(_a);                                                         \
            else {                                                                                \
                write_slow(_a, (u32)(val), sz);                                                   \
                if ((_a >> 28) != 13) chip.cycle += 1;                                            \
            }                                                                                     \
            if (chip.resets_done != rst_seen) {                                                   \
                return;                                                                           \
            }                                                                                     \
            FILL();                                                                               \
        }                                                                                         \
    } while (0)
#define ADD(d, a, b)                                                                              \
    do {                                                                                          \
        u32 _x = (a), _y = (b), _s = _x + _y;                                                     \
        c = _s < _x;                                                                              \
        v = ((~(_x ^ _y)) & (_x ^ _s)) >> 31;                                                     \
        SET_NZ(_s);                                                                               \
        d = _s;                                                                                   \
    } while (0)
#define SUB(d, a, b)                                                                              \
    do {                                                                                          \
        u32 _x = (a), _y = (b), _s = _x - _y;                                                     \
        c = _x >= _y;                                                                             \
        v = ((_x ^ _y) & (_x ^ _s)) >> 31;                                                        \
        SET_NZ(_s);                                                                               \
        d = _s;                                                                                   \
    } while (0)
#define COMPARE(a, b)                                                                             \
    do {                                                                                          \
        u32 _x = (a), _y = (b), _s = _x - _y;                                                     \
        c = _x >= _y;                                                                             \
        v = ((_x ^ _y) & (_x ^ _s)) >> 31;                                                        \
        SET_NZ(_s);                                                                               \
    } while (0)

// MicroPython's heap, watched from outside: the largest request for memory, and the refused ones by
// their size; the largest free run after each collection, and how many times it is what was
// requested since the collection before it or until the next. Addresses are those of its functions.
#define SIZES 64
typedef struct { u32 bytes, times; } request_t;

static u32 ask_pc, refuse_pc, swept_pc, swept_end, heap_table, heap_blocks, heap_least;
static u32 swept_free, asked_most; // bytes: free after the last collection, asked for since,
static u32 heap_asked;             // asked for at all
static double heap_margin;
static request_t requests[SIZES];
static u32 request_n;

static void heap_swept(void) {
    u32 run = 0, best = 0;
    for (u32 i = 0; i <= heap_blocks; i++) {
        int taken = i == heap_blocks ||
                    (chip.sram[heap_table - 0x20000000u + (i >> 2)] >> (2 * (i & 3))) & 3;
        if (!taken) {
            run++;
            continue;
        }
        if (run > best) best = run;
        run = 0;
    }
    if (best < heap_least) heap_least = best;
    swept_free = 16 * best;
    if (asked_most && swept_free < heap_margin * asked_most)
        heap_margin = (double)swept_free / asked_most;
    asked_most = 0;
}

static void requested(u32 bytes, int refused) {
    if (bytes > asked_most) asked_most = bytes;
    if (bytes > heap_asked) heap_asked = bytes;
    if (swept_free < heap_margin * bytes) heap_margin = (double)swept_free / bytes;
    if (!refused) return;
    u32 i = 0;
    while (i < request_n && requests[i].bytes != bytes) i++;
    if (i == SIZES) return;
    if (i == request_n) requests[request_n++] = (request_t){bytes, 0};
    requests[i].times++;
}

static void watched(u32 pc, u32 *r) {
    if (pc == ask_pc) requested(r[0], 0);
    else if (pc == refuse_pc) requested(r[0], 1);
    else if (pc == swept_pc) swept_end = r[14] & ~1u;
    else {
        swept_end = 0;
        heap_swept();
    }
}

static void cpu_run(void) { // run until chip.cycle>=chip.stop
    u32 *r = chip.r;
    u32 pc = r[15];
    u64 cyc = chip.cycle;
    u32 n = chip.N, z = chip.Z, c = chip.C, v = chip.V;
    u32 fline = ~0u;
    const u8 *fp = 0;
    int rst_seen = chip.resets_done;
    while (cyc < chip.stop) {
        if ((pc >> 3) != fline) {
            u32 a = pc;
            if ((a - 0x20000000u) < SRAM_SIZE) fp = chip.sram + ((a - 0x20000000u) & ~7u);
            else if ((a >> 24) == 0x10) {
                CACHE(a);
                fp = chip.flash + (a & FLASH_MASK & ~7u);
            } else if (a < 0x4000) fp = chip.rom + (a & ~7u);
            else if ((a >> 26) == 4) {
                cyc += chip.xip_miss_cyc;
                fp = chip.flash + (a & FLASH_MASK & ~7u);
            } else {
                SPILL();
                fault(a);
                check_irq();
                return;
            }
            fline = pc >> 3;
        }
        if (UNLIKELY(ask_pc) &&
            (pc == ask_pc || pc == refuse_pc || pc == swept_pc || pc == swept_end))
            watched(pc, r);
        u32 op = *(const u16 *)(fp + (pc & 7));
        u32 pc0 = pc;
        pc += 2;
        cyc++;
        switch (op >> 8) {
        case 0x00 ... 0x07: {
            u32 s = (op >> 6) & 31, m = r[(op >> 3) & 7];
            if (s) {
                c = (m >> (32 - s)) & 1;
                m <<= s;
            }
            SET_NZ(m);
            r[op & 7] = m;
            break;
        }
        case 0x08 ... 0x0f: {
            u32 s = (op >> 6) & 31, m = r[(op >> 3) & 7];
            if (s) {
                c = (m >> (s - 1)) & 1;
                m >>= s;
            } else {
                c = m >> 31;
                m = 0;
            }
            SET_NZ(m);
            r[op & 7] = m;
            break;
        }
        case 0x10 ... 0x17: {
            u32 s = (op >> 6) & 31;
            s32 m = (s32)r[(op >> 3) & 7];
            if (s) {
                c = (m >> (s - 1)) & 1;
                m >>= s;
            } else {
                c = (u32)m >> 31;
                m >>= 31;
            }
            SET_NZ((u32)m);
            r[op & 7] = (u32)m;
            break;
        }
        case 0x18:
        case 0x19: ADD(r[op & 7], r[(op >> 3) & 7], r[(op >> 6) & 7]); break;
        case 0x1a:
        case 0x1b: SUB(r[op & 7], r[(op >> 3) & 7], r[(op >> 6) & 7]); break;
        case 0x1c:
        case 0x1d: ADD(r[op & 7], r[(op >> 3) & 7], (op >> 6) & 7); break;
        case 0x1e:
        case 0x1f: SUB(r[op & 7], r[(op >> 3) & 7], (op >> 6) & 7); break;
        case 0x20 ... 0x27: {
            u32 m = op & 255;
            SET_NZ(m);
            r[(op >> 8) & 7] = m;
            break;
        }
        case 0x28 ... 0x2f: COMPARE(r[(op >> 8) & 7], op & 255); break;
        case 0x30 ... 0x37: ADD(r[(op >> 8) & 7], r[(op >> 8) & 7], op & 255); break;
        case 0x38 ... 0x3f: SUB(r[(op >> 8) & 7], r[(op >> 8) & 7], op & 255); break;
        case 0x40 ... 0x43: {
            u32 d = op & 7, m = r[(op >> 3) & 7], x = r[d];
            switch ((op >> 6) & 15) {
            case 0:
                x &= m;
                SET_NZ(x);
                r[d] = x;
                break;
            case 1:
                x ^= m;
                SET_NZ(x);
                r[d] = x;
                break;
            case 2: {
                u32 s = m & 255;
                if (s) {
                    if (s < 32) {
                        c = (x >> (32 - s)) & 1;
                        x <<= s;
                    } else {
                        c = s == 32 ? x & 1 : 0;
                        x = 0;
                    }
                }
                SET_NZ(x);
                r[d] = x;
                break;
            }
            case 3: {
                u32 s = m & 255;
                if (s) {
                    if (s < 32) {
                        c = (x >> (s - 1)) & 1;
                        x >>= s;
                    } else {
                        c = s == 32 ? x >> 31 : 0;
                        x = 0;
                    }
                }
                SET_NZ(x);
                r[d] = x;
                break;
            }
            case 4: {
                u32 s = m & 255;
                s32 y = (s32)x;
                if (s) {
                    if (s < 32) {
                        c = (y >> (s - 1)) & 1;
                        y >>= s;
                    } else {
                        c = (u32)y >> 31;
                        y >>= 31;
                    }
                }
                SET_NZ((u32)y);
                r[d] = (u32)y;
                break;
            }
            case 5: {
                u64 t = (u64)x + m + c;
                u32 s = (u32)t;
                v = ((~(x ^ m)) & (x ^ s)) >> 31;
                c = (u32)(t >> 32);
                SET_NZ(s);
                r[d] = s;
                break;
            }
            case 6: {
                u64 t = (u64)x + (u32)~m + c;
                u32 s = (u32)t;
                v = ((x ^ m) & (x ^ s)) >> 31;
                c = (u32)(t >> 32);
                SET_NZ(s);
                r[d] = s;
                break;
            }
            case 7: {
                u32 s = m & 255;
                if (s) {
                    u32 k = s & 31;
                    if (k) {
                        c = (x >> (k - 1)) & 1;
                        x = (x >> k) | (x << (32 - k));
                    } else c = x >> 31;
                }
                SET_NZ(x);
                r[d] = x;
                break;
            }
            case 8: SET_NZ(x & m); break;
            case 9: SUB(r[d], 0, m); break;
            case 10: COMPARE(x, m); break;
            case 11: {
                u32 s = x + m;
                c = s < x;
                v = ((~(x ^ m)) & (x ^ s)) >> 31;
                SET_NZ(s);
                break;
            }
            case 12:
                x |= m;
                SET_NZ(x);
                r[d] = x;
                break;
            case 13:
                x *= m;
                SET_NZ(x);
                r[d] = x;
                break;
            case 14:
                x &= ~m;
                SET_NZ(x);
                r[d] = x;
                break;
            case 15:
                x = ~m;
                SET_NZ(x);
                r[d] = x;
                break;
            }
            break;
        }
        case 0x44: {
            u32 d = (op & 7) | ((op >> 4) & 8), mm = (op >> 3) & 15;
            u32 m = mm == 15 ? pc0 + 4 : r[mm];
            if (d == 15) {
                pc = (pc0 + 4 + m) & ~1u;
                cyc += 1;
            } else if (d == 13) r[13] = (r[13] + m) & ~3u;
            else r[d] += m;
            break;
        }
        case 0x45: {
            u32 d = (op & 7) | ((op >> 4) & 8), mm = (op >> 3) & 15;
            COMPARE(d == 15 ? pc0 + 4 : r[d], mm == 15 ? pc0 + 4 : r[mm]);
            break;
        }
        case 0x46: {
            u32 d = (op & 7) | ((op >> 4) & 8), mm = (op >> 3) & 15;
            u32 m = mm == 15 ? pc0 + 4 : r[mm];
            if (d == 15) {
                pc = m & ~1u;
                cyc += 1;
            } else if (d == 13) r[13] = m & ~3u;
            else r[d] = m;
            break;
        }
        case 0x47: {
            u32 mm = (op >> 3) & 15, t = mm == 15 ? pc0 + 4 : r[mm];
            if (op & 0x80) {
                r[14] = (pc0 + 2) | 1;
            }
            cyc += 1;
            if (UNLIKELY((t >> 28) == 15 && chip.ipsr)) {
                SPILL();
                exception_return(t);
                return;
            }
            if (UNLIKELY(!(t & 1))) {
                SPILL();
                r[15] = pc0;
                note("BX to ARM state: %08x at %08x", t, pc0);
                fault(t);
                return;
            }
            pc = t & ~1u;
            break;
        }
        case 0x48 ... 0x4f: {
            u32 a = ((pc0 + 4) & ~3u) + ((op & 255) << 2);
            LOAD(4, u32, a, r[(op >> 8) & 7]);
            break;
        }
        case 0x50:
        case 0x51: STORE(4, u32, r[(op >> 3) & 7] + r[(op >> 6) & 7], r[op & 7]); break;
        case 0x52:
        case 0x53: STORE(2, u16, r[(op >> 3) & 7] + r[(op >> 6) & 7], r[op & 7]); break;
        case 0x54:
        case 0x55: STORE(1, u8, r[(op >> 3) & 7] + r[(op >> 6) & 7], r[op & 7]); break;
        case 0x56:
        case 0x57: {
            s8 t;
            LOAD(1, s8, r[(op >> 3) & 7] + r[(op >> 6) & 7], t);
            r[op & 7] = (u32)(s32)t;
            break;
        }
        case 0x58:
        case 0x59: LOAD(4, u32, r[(op >> 3) & 7] + r[(op >> 6) & 7], r[op & 7]); break;
        case 0x5a:
        case 0x5b: LOAD(2, u16, r[(op >> 3) & 7] + r[(op >> 6) & 7], r[op & 7]); break;
        case 0x5c:
        case 0x5d: LOAD(1, u8, r[(op >> 3) & 7] + r[(op >> 6) & 7], r[op & 7]); break;
        case 0x5e:
        case 0x5f: {
            s16 t;
            LOAD(2, s16, r[(op >> 3) & 7] + r[(op >> 6) & 7], t);
            r[op & 7] = (u32)(s32)t;
            break;
        }
        case 0x60 ... 0x67: STORE(4, u32, r[(op >> 3) & 7] + ((op >> 4) & 0x7c), r[op & 7]); break;
        case 0x68 ... 0x6f: LOAD(4, u32, r[(op >> 3) & 7] + ((op >> 4) & 0x7c), r[op & 7]); break;
        case 0x70 ... 0x77: STORE(1, u8, r[(op >> 3) & 7] + ((op >> 6) & 31), r[op & 7]); break;
        case 0x78 ... 0x7f: LOAD(1, u8, r[(op >> 3) & 7] + ((op >> 6) & 31), r[op & 7]); break;
        case 0x80 ... 0x87: STORE(2, u16, r[(op >> 3) & 7] + ((op >> 5) & 0x3e), r[op & 7]); break;
        case 0x88 ... 0x8f: LOAD(2, u16, r[(op >> 3) & 7] + ((op >> 5) & 0x3e), r[op & 7]); break;
        case 0x90 ... 0x97: STORE(4, u32, r[13] + ((op & 255) << 2), r[(op >> 8) & 7]); break;
        case 0x98 ... 0x9f: LOAD(4, u32, r[13] + ((op & 255) << 2), r[(op >> 8) & 7]); break;
        case 0xa0 ... 0xa7: r[(op >> 8) & 7] = ((pc0 + 4) & ~3u) + ((op & 255) << 2); break;
        case 0xa8 ... 0xaf: r[(op >> 8) & 7] = r[13] + ((op & 255) << 2); break;
        case 0xb0:
            if (op & 0x80) r[13] -= (op & 127) << 2;
            else r[13] += (op & 127) << 2;
            break;
        case 0xb2: {
            u32 m = r[(op >> 3) & 7];
            switch ((op >> 6) & 3) {
            case 0: m = (u32)(s32)(s16)m; break;
            case 1: m = (u32)(s32)(s8)m; break;
            case 2: m &= 0xffff; break;
            case 3: m &= 0xff;
            }
            r[op & 7] = m;
            break;
        }
        case 0xb4:
        case 0xb5: {
            u32 l = op & 255;
            int k = __builtin_popcount(l) + ((op >> 8) & 1);
            u32 a = r[13] - 4 * k;
            if (UNLIKELY((a - 0x20000000u) >= SRAM_SIZE)) {
                SPILL();
                fault(a);
                return;
            }
            r[13] = a;
            u32 *p = (u32 *)(chip.sram + (a - 0x20000000u));
            while (l) {
                int i = __builtin_ctz(l);
                l &= l - 1;
                *p++ = r[i];
            }
            if (op & 0x100) *p = r[14];
            cyc += k;
            break;
        }
        case 0xb6:
            if (op == 0xb662) {
                chip.primask = 0;
                SPILL();
                chip.irq_check = 1;
                chip.stop = 0;
            } else if (op == 0xb672) {
                chip.primask = 1;
            }
            break;
        case 0xba: {
            u32 m = r[(op >> 3) & 7];
            switch ((op >> 6) & 3) {
            case 0: m = __builtin_bswap32(m); break;
            case 1: m = ((m & 0x00ff00ff) << 8) | ((m >> 8) & 0x00ff00ff); break;
            case 3: m = (u32)(s32)(s16)(((m & 255) << 8) | ((m >> 8) & 255)); break;
            }
            r[op & 7] = m;
            break;
        }
        case 0xbc:
        case 0xbd: {
            u32 l = op & 255;
            u32 a = r[13];
            int k = __builtin_popcount(l) + ((op >> 8) & 1);
            if (UNLIKELY((a - 0x20000000u) > SRAM_SIZE - 4 * k)) {
                SPILL();
                fault(a);
                return;
            }
            u32 *p = (u32 *)(chip.sram + (a - 0x20000000u));
            while (l) {
                int i = __builtin_ctz(l);
                l &= l - 1;
                r[i] = *p++;
            }
            cyc += k;
            r[13] = a + 4 * k;
            if (op & 0x100) {
                u32 t = *p;
                cyc += 2;
                if (UNLIKELY((t >> 28) == 15 && chip.ipsr)) {
                    SPILL();
                    exception_return(t);
                    return;
                }
                if (UNLIKELY(!(t & 1))) {
                    SPILL();
                    fault(t);
                    return;
                }
                pc = t & ~1u;
            }
            break;
        }
        case 0xbe:
            SPILL();
            r[15] = pc0;
            if (!chip.fault) {
                chip.fault = 3;
                chip.fault_pc = pc0;
                chip.fault_lr = r[14];
                note("BKPT %02x at pc=%08x lr=%08x", op & 255, pc0, r[14]);
            }
            chip.sleeping = 1;
            return;
        case 0xbf: {
            switch (op & 0xff) {
            case 0x20:
                if (chip.event) chip.event = 0;
                else {
                    SPILL();
                    chip.sleeping = 2;
                    return;
                }
                break;
            case 0x30:
                SPILL();
                chip.sleeping = 1;
                return;
            case 0x40: chip.event = 1; break;
            default: break;
            }
            break;
        }
        case 0xc0 ... 0xc7: {
            u32 l = op & 255, a = r[(op >> 8) & 7];
            int rn = (op >> 8) & 7;
            for (int i = 0; i < 8; i++)
                if (l >> i & 1) {
                    STORE(4, u32, a, r[i]);
                    a += 4;
                }
            r[rn] = a;
            break;
        }
        case 0xc8 ... 0xcf: {
            u32 l = op & 255, a = r[(op >> 8) & 7];
            int rn = (op >> 8) & 7;
            int wb = !((l >> rn) & 1);
            for (int i = 0; i < 8; i++)
                if (l >> i & 1) {
                    u32 t;
                    LOAD(4, u32, a, t);
                    r[i] = t;
                    a += 4;
                }
            if (wb) r[rn] = a;
            break;
        }
#define BRANCH(hi, cond)                                                                          \
    case hi:                                                                                      \
        if (cond) {                                                                               \
            pc = pc0 + 4 + (s32)(s8)(op & 255) * 2;                                               \
            cyc += 1;                                                                             \
        }                                                                                         \
        break;
        BRANCH(0xd0, z)
        BRANCH(0xd1, !z) BRANCH(0xd2, c) BRANCH(0xd3, !c) BRANCH(0xd4, n) BRANCH(0xd5, !n)
            BRANCH(0xd6, v) BRANCH(0xd7, !v) BRANCH(0xd8, c && !z) BRANCH(0xd9, !c || z)
                BRANCH(0xda, n == v) BRANCH(0xdb, n != v) BRANCH(0xdc, !z && n == v)
                    BRANCH(0xdd, z || n != v) case 0xde:
            SPILL();
            r[15] = pc0;
            note("UDF at %08x", pc0);
            fault(pc0);
            check_irq();
            return;
        case 0xdf:
            SPILL();
            chip.pend_svc = 1;
            irq_poke();
            break;
        case 0xe0 ... 0xe7: {
            s32 o = (s32)(op << 21) >> 20;
            pc = pc0 + 4 + o;
            cyc += 1;
            break;
        }
        case 0xf0 ... 0xf7: {
            if ((pc >> 3) != fline) {
                u32 a = pc;
                if ((a - 0x20000000u) < SRAM_SIZE) fp = chip.sram + ((a - 0x20000000u) & ~7u);
                else if ((a >> 24) == 0x10) {
                    CACHE(a);
                    fp = chip.flash + (a & FLASH_MASK & ~7u);
                } else if (a < 0x4000) fp = chip.rom + (a & ~7u);
                fline = pc >> 3;
            }
            u32 o2 = *(const u16 *)(fp + (pc & 7));
            pc += 2;
            if ((o2 & 0xd000) == 0xd000) {
                u32 s = (op >> 10) & 1, j1 = (o2 >> 13) & 1, j2 = (o2 >> 11) & 1;
                u32 i1 = !(j1 ^ s), i2 = !(j2 ^ s);
                s32 o = (s32)((s << 24) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) |
                              ((o2 & 0x7ff) << 1));
                o = (o << 7) >> 7;
                r[14] = (pc0 + 4) | 1;
                pc = pc0 + 4 + o;
                cyc += 2;
            } else if ((op & 0xfff0) == 0xf3b0) {
                cyc += 2;
            } else if ((op & 0xffe0) == 0xf380) {
                u32 sy = o2 & 255, x = r[op & 15];
                SPILL();
                switch (sy) {
                case 0:
                case 1:
                case 2:
                case 3:
                    chip.N = x >> 31;
                    chip.Z = x >> 30 & 1;
                    chip.C = x >> 29 & 1;
                    chip.V = x >> 28 & 1;
                    n = chip.N;
                    z = chip.Z;
                    c = chip.C;
                    v = chip.V;
                    break;
                case 8:
                    if (chip.on_psp) chip.other_sp = x & ~3u;
                    else r[13] = x & ~3u;
                    break;
                case 9:
                    if (chip.on_psp) r[13] = x & ~3u;
                    else chip.other_sp = x & ~3u;
                    break;
                case 16:
                    chip.primask = x & 1;
                    irq_poke();
                    break;
                case 20:
                    if (!chip.ipsr) {
                        u32 ns = (x >> 1) & 1;
                        if (ns != chip.on_psp) {
                            u32 t = r[13];
                            r[13] = chip.other_sp;
                            chip.other_sp = t;
                            chip.on_psp = ns;
                        }
                    }
                    chip.unprivileged = x & 1;
                    break;
                }
                cyc += 2;
                chip.cycle = cyc;
            } else if (op == 0xf3ef) {
                u32 sy = o2 & 255, d = (o2 >> 8) & 15, x = 0;
                switch (sy) {
                case 0:
                case 1:
                case 2:
                case 3:
                    x = (n << 31) | (z << 30) | (c << 29) | (v << 28) |
                        (sy == 3 || sy == 1 ? chip.ipsr : 0);
                    break;
                case 5: x = chip.ipsr; break;
                case 8: x = chip.on_psp ? chip.other_sp : r[13]; break;
                case 9: x = chip.on_psp ? r[13] : chip.other_sp; break;
                case 16: x = chip.primask; break;
                case 20: x = (chip.on_psp << 1) | chip.unprivileged; break;
                }
                r[d] = x;
                cyc += 2;
            } else {
                SPILL();
                r[15] = pc0;
                note("undefined 32-bit op %04x %04x at %08x", op, o2, pc0);
                fault(pc0);
                check_irq();
                return;
            }
            break;
        }
        default:
            SPILL();
            r[15] = pc0;
            note("undefined op %04x at %08x", op, pc0);
            fault(pc0);
            check_irq();
            return;
        }
    }
    SPILL();
}
