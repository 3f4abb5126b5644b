// The USB device controller, and a host that opens its serial port.

#define INTR_SETUP (1u << 16)
#define INTR_RESET (1u << 12)
#define INTR_BUFF (1u << 4)
#define INTR_SOF (1u << 17)

static u32 dpram_get(u32 o) {
    u32 v;
    memcpy(&v, chip.dpram + o, 4);
    return v;
}

static void dpram_set(u32 o, u32 v) { memcpy(chip.dpram + o, &v, 4); }

static u32 usb_intr(void) {
    u32 r = 0;
    if (chip.u_siest & (1u << 17)) r |= INTR_SETUP;
    if (chip.u_siest & (1u << 19)) r |= INTR_RESET;
    if (chip.u_buf) r |= INTR_BUFF;
    if (chip.u_sof) r |= INTR_SOF;
    return r;
}

static void usb_irq(void) { irq_set(5, ((usb_intr() & chip.u_inte) | chip.u_intf) != 0); }

static void usb_sched(double us) {
    u64 c = cyc_at_us(now_us() + us);
    if (chip.event_at[EV_USB] == NEVER || c < chip.event_at[EV_USB]) event_set(EV_USB, c);
}

static void usb_reset(void) {
    memset(chip.dpram, 0, 4096);
    chip.u_addr = chip.u_main = chip.u_sie = chip.u_siest = chip.u_buf = chip.u_inte =
        chip.u_intf = chip.u_abort = chip.u_abdone = chip.u_sof = 0;
    chip.u_mux = chip.u_pwr = 0;
    chip.h_state = 0;
    chip.h_active = 0;
    chip.h_connected = 0;
    chip.ctx_r = chip.ctx_w;
    event_set(EV_USB, NEVER);
    event_set(EV_SOF, NEVER);
    usb_irq();
}

static u32 ep_ctrl(int ep, int out) {
    return ep ? dpram_get(8 + 8 * (ep - 1) + (out ? 4 : 0)) : 0;
}

static u32 ep_buf(int ep, int out) { return ep ? (ep_ctrl(ep, out) & 0xffc0) : 0x100; }

// device IN: host collects one packet. returns len or -1
static int host_take(int ep, u8 *dst) {
    u32 o = 0x80 + 8 * ep;
    u32 bc = dpram_get(o);
    u32 ec = ep_ctrl(ep, 0);
    int dbl = (ec >> 30) & 1;
    int b = -1;
    if (bc & (1u << 10)) b = 0;
    else if (dbl && (bc & (1u << 26))) b = 1;
    if (b < 0) return -1;
    u32 h = (bc >> (16 * b)) & 0xffff;
    int len = h & 0x3ff;
    if (dst) memcpy(dst, chip.dpram + ((ep_buf(ep, 0) + 64 * b) & 4095), len > 64 ? 64 : len);
    h &= ~((1u << 10) | (1u << 15));
    bc = (bc & ~(0xffffu << (16 * b))) | (h << (16 * b));
    dpram_set(o, bc);
    int both = dbl && !(ec & (1u << 29));
    if (!both || b == 1 || !(bc & (1u << 26))) chip.u_buf |= 1u << (ep * 2);
    usb_irq();
    return len;
}

static int host_give(int ep, const u8 *src, int len) {
    u32 o = 0x84 + 8 * ep;
    u32 bc = dpram_get(o);
    if (!(bc & (1u << 10))) return -1;
    int max = bc & 0x3ff;
    if (len > max) len = max;
    if (len) memcpy(chip.dpram + (ep_buf(ep, 1) & 4095), src, len);
    bc = (bc & ~0x7ffu) | (1u << 15) | len;
    bc &= ~(1u << 10);
    dpram_set(o, bc);
    chip.u_buf |= 1u << (ep * 2 + 1);
    usb_irq();
    return len;
}

static void host_setup(u8 rt, u8 rq, u16 val, u16 idx, u16 len) {
    u8 p[8] = {rt, rq, val & 255, val >> 8, idx & 255, idx >> 8, len & 255, len >> 8};
    memcpy(chip.h_setup, p, 8);
    memcpy(chip.dpram, p, 8);
    chip.h_wlen = len;
    chip.h_got = 0;
    chip.h_active = 1;
    chip.h_stage = (rt & 0x80) ? 1 : (len ? 3 : 4);
    chip.u_siest |= 1u << 17;
    usb_irq();
}

static void host_step(void) {
    switch (chip.h_step) {
    case 0: host_setup(0x00, 5, 1, 0, 0); break;       // SET_ADDRESS 1
    case 1: host_setup(0x80, 6, 0x0100, 0, 18); break; // device descriptor
    case 2: host_setup(0x80, 6, 0x0200, 0, 9); break;  // config (9)
    case 3: host_setup(0x80, 6, 0x0200, 0, chip.h_dlen < 512 ? chip.h_dlen : 512); break;
    case 4: host_setup(0x00, 9, 1, 0, 0); break; // SET_CONFIGURATION
    case 5: {
        u8 lc[7] = {0x00, 0xc2, 0x01, 0x00, 0, 0, 8};
        memcpy(chip.h_out, lc, 7);
        chip.h_outlen = 7;
        chip.h_outpos = 0;
        host_setup(0x21, 0x20, 0, chip.h_ctrlif, 7);
    } break;
    case 6: host_setup(0x21, 0x22, 3, chip.h_ctrlif, 0); break; // DTR|RTS
    default: chip.h_connected = 1;
    }
}

static void host_ctl_done(void) {
    chip.h_active = 0;
    if (chip.h_step == 2) chip.h_dlen = chip.h_data[2] | chip.h_data[3] << 8;
    if (chip.h_step == 3) {
        chip.h_in = chip.h_oute = -1;
        chip.h_ctrlif = 0;
        int data = 0;
        for (int i = 0; i + 1 < chip.h_got;) {
            int l = chip.h_data[i];
            if (l < 2) break;
            if (chip.h_data[i + 1] == 4) {
                if (chip.h_data[i + 5] == 2) chip.h_ctrlif = chip.h_data[i + 2];
                data = chip.h_data[i + 5] == 10;
            }
            if (chip.h_data[i + 1] == 5 && data && (chip.h_data[i + 3] & 3) == 2) {
                if (chip.h_data[i + 2] & 0x80) {
                    if (chip.h_in < 0) chip.h_in = chip.h_data[i + 2] & 15;
                } else if (chip.h_oute < 0) chip.h_oute = chip.h_data[i + 2] & 15;
            }
            i += l;
        }
    }
    chip.h_step++;
    if (chip.h_step > 6) {
        chip.h_connected = 1;
        if (opt_log) note("USB: CDC connected in=%d out=%d", chip.h_in, chip.h_oute);
    }
    usb_sched(chip.h_step > 6 ? opt_usb_pkt_us : 100);
}

static void usb_event(void) {
    chip.event_at[EV_USB] = NEVER;
    event_recalc();
    if (!(chip.u_main & 1) || !opt_usb_host) return;
    if (chip.h_state == 0) return;
    if (chip.h_state == 1) {
        if (now_us() < chip.h_reset_at) {
            usb_sched(chip.h_reset_at - now_us());
            return;
        }
        chip.u_siest |= 1u << 19;
        chip.u_siest &= ~0xcu;
        chip.h_state = 2;
        usb_irq();
        return;
    }
    if (chip.h_state == 2) return; // waiting for fw to ack bus reset
    u8 buf[64];
    int n;
    if (chip.h_active) {
        switch (chip.h_stage) {
        case 1:
            n = host_take(0, buf);
            if (n >= 0) {
                for (int i = 0; i < n && chip.h_got < 512; i++) chip.h_data[chip.h_got++] = buf[i];
                if (n < 64 || chip.h_got >= chip.h_wlen) chip.h_stage = 2;
                usb_sched(opt_usb_pkt_us);
            }
            break;
        case 2:
            n = host_give(0, 0, 0);
            if (n >= 0) host_ctl_done();
            break;
        case 3:
            n = host_give(0, chip.h_out + chip.h_outpos, chip.h_outlen - chip.h_outpos);
            if (n >= 0) {
                chip.h_outpos += n;
                if (chip.h_outpos >= chip.h_outlen) chip.h_stage = 4;
                usb_sched(opt_usb_pkt_us);
            }
            break;
        case 4:
            n = host_take(0, 0);
            if (n >= 0) host_ctl_done();
            break;
        }
        return;
    }
    if (chip.h_step <= 6) {
        host_step();
        return;
    }
    int act = 0;
    if (chip.h_in > 0) {
        if ((u32)(chip.crx_w - chip.crx_r) < (1u << 16) - 64) {
            n = host_take(chip.h_in, buf);
            if (n >= 0) {
                for (int i = 0; i < n; i++) chip.crx[chip.crx_w++ & 0xffff] = buf[i];
                act = 1;
            }
        } else act = 1;
    }
    if (chip.h_oute > 0 && chip.ctx_r != chip.ctx_w) {
        int k = 0;
        u32 r = chip.ctx_r;
        while (k < 64 && r != chip.ctx_w) buf[k++] = chip.ctx[r++ & 0xffff];
        n = host_give(chip.h_oute, buf, k);
        if (n >= 0) {
            chip.ctx_r += n;
            act = 1;
        } else act = 1;
    }
    if (act) usb_sched(opt_usb_pkt_us);
}

static void usb_sof_arm(void) {
    if ((chip.u_inte & INTR_SOF) && chip.event_at[EV_SOF] == NEVER && chip.h_state == 3) {
        double t = now_us();
        event_set(EV_SOF, cyc_at_us((floor(t / 1000) + 1) * 1000));
    }
}

static void sof_event(void) {
    event_set(EV_SOF, NEVER);
    if (chip.u_inte & INTR_SOF) {
        chip.u_sof = 1;
        usb_irq();
        usb_sof_arm();
    }
}

static u32 usb_rd(u32 o) {
    switch (o) {
    case 0: return chip.u_addr;
    case 0x40: return chip.u_main;
    case 0x48:
        chip.u_sof = 0;
        usb_irq();
        return ((u32)(now_us() / 1000)) & 0x7ff;
    case 0x4c: return chip.u_sie;
    case 0x50:
        return chip.u_siest | ((chip.u_pwr & 0xc) == 0xc ? 1 : 0) |
               (chip.h_state >= 2 && chip.h_state < 4
                    ? (chip.h_state == 3 ? (1u << 16) | (1u << 2) : 0)
                    : 0);
    case 0x58: return chip.u_buf;
    case 0x5c: return 0;
    case 0x60: return chip.u_abort;
    case 0x64: return chip.u_abdone;
    case 0x74: return chip.u_mux;
    case 0x78: return chip.u_pwr;
    case 0x8c: return usb_intr();
    case 0x90: return chip.u_inte;
    case 0x94: return chip.u_intf;
    case 0x98: return (usb_intr() & chip.u_inte) | chip.u_intf;
    }
    return 0;
}

static void usb_attach_check(void) {
    if ((chip.u_main & 1) && (chip.u_sie & (1u << 16)) && chip.h_state == 0 && opt_usb_host) {
        chip.h_state = 1;
        chip.h_step = 0;
        chip.h_active = 0;
        chip.h_connected = 0;
        chip.h_reset_at = now_us() + opt_usb_connect_us;
        usb_sched(opt_usb_connect_us);
    }
    if (!(chip.u_sie & (1u << 16)) && chip.h_state) {
        chip.h_state = 0;
        chip.h_connected = 0;
    }
}

static void usb_wr(u32 o, u32 v, u32 raw) {
    switch (o) {
    case 0: chip.u_addr = v; break;
    case 0x40:
        chip.u_main = v;
        usb_attach_check();
        break;
    case 0x4c:
        chip.u_sie = v;
        usb_attach_check();
        break;
    case 0x50:
        if ((raw & (1u << 19)) && (chip.u_siest & (1u << 19))) {
            if (chip.h_state == 2) {
                chip.h_state = 3;
                chip.h_step = 0;
                usb_sched(3000);
                usb_sof_arm();
            }
        }
        chip.u_siest &= ~(raw & ((1u << 19) | (1u << 17) | (1u << 18) | 0xff000000u | (1u << 11)));
        usb_irq();
        break;
    case 0x58:
        chip.u_buf &= ~raw;
        usb_irq();
        break;
    case 0x60:
        chip.u_abort = v;
        chip.u_abdone |= v;
        break;
    case 0x64: chip.u_abdone &= ~raw; break;
    case 0x74: chip.u_mux = v; break;
    case 0x78: chip.u_pwr = v; break;
    case 0x90:
        chip.u_inte = v & 0xfffff;
        usb_irq();
        usb_sof_arm();
        break;
    case 0x94:
        chip.u_intf = v & 0xfffff;
        usb_irq();
        break;
    }
}

static void dpram_written(u32 o) {
    if (o >= 0x80 && o < 0x100 && chip.h_state == 3) {
        u32 v = dpram_get(o & ~3u);
        if (v & ((1u << 10) | (1u << 26))) usb_sched(opt_usb_pkt_us);
    }
}
