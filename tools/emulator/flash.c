// The flash chip, a W25Q16JV, behind the SSI in its serial mode: erases and programs take
// time, and the power may be cut inside of one.

static const u8 flash_uid[8] = {0xE6, 0x61, 0x38, 0x52, 0x83, 0x4B, 0x2A, 0x31};

static u8 fl_shift(u8 b) {
    int p = chip.fl_n;
    if (chip.fl_n < (int)sizeof chip.fl_cmd) chip.fl_cmd[chip.fl_n] = b;
    chip.fl_n++;
    u8 op = chip.fl_cmd[0];
    if (p == 0) {
        return 0xff;
    }
    switch (op) {
    case 0x05: return (chip.fl_wel ? 2 : 0) | (chip.cycle < chip.fl_busy_until ? 1 : 0);
    case 0x35: return 2;
    case 0x15: return 0x60;
    case 0x9f: {
        static const u8 id[3] = {0xef, 0x40, 0x15};
        return p <= 3 ? id[p - 1] : 0;
    }
    case 0x4b: return p >= 5 && p < 13 ? flash_uid[p - 5] : 0;
    case 0x90: return p == 4 ? 0xef : p == 5 ? 0x14 : 0;
    case 0x03:
        if (p >= 4) {
            u32 a = (chip.fl_cmd[1] << 16 | chip.fl_cmd[2] << 8 | chip.fl_cmd[3]) + (p - 4);
            return chip.flash[a & FLASH_MASK];
        }
        return 0xff;
    }
    return 0xff;
}

static void op_note(int kind, u32 a, u32 n) {
    chip.op_kind = kind;
    chip.op_at = a;
    chip.op_size = n;
    chip.op_start = chip.cycle;
    memcpy(chip.op_old, chip.flash + a, n);
    chip.fl_ops++;
}

static u32 rng_next(void);

static void fl_powercut(double frac) {
    if (!chip.op_kind) return;
    for (u32 i = 0; i < chip.op_size; i++) {
        u8 o = chip.op_old[i], n = chip.flash[chip.op_at + i], v = 0;
        for (int b = 0; b < 8; b++) {
            int take = (rng_next() >> 8) % 1000 < (u32)(frac * 1000);
            v |= ((take ? n : o) >> b & 1) << b;
        }
        chip.flash[chip.op_at + i] = v;
    }
    note("FLASH: power cut at %.0f%% of %s %06x (%u bytes)", frac * 100,
         chip.op_kind == 1 ? "erase" : "program", chip.op_at, chip.op_size);
    chip.op_kind = 0;
}

static void op_cut(void) {
    if (chip.cut_op && chip.fl_ops == chip.cut_op) {
        chip.cut = 1;
        chip.cut_op = 0;
        chip.limit = chip.cycle;
        chip.stop = 0;
    }
}

static void fl_end(void) {
    if (!chip.fl_n) return;
    u8 op = chip.fl_cmd[0];
    int n = chip.fl_n;
    chip.fl_n = 0;
    u32 a = (chip.fl_cmd[1] << 16 | chip.fl_cmd[2] << 8 | chip.fl_cmd[3]) & FLASH_MASK;
    if (chip.cycle < chip.fl_busy_until && op != 0x05 && op != 0x35 && op != 0x15) {
        if (op == 6 || op == 2 || op == 0x20 || op == 0xd8)
            warn_once(130, "FLASH: command %02x while busy", op);
        return;
    }
    switch (op) {
    case 6:
        if (n == 1) chip.fl_wel = 1;
        break;
    case 4: chip.fl_wel = 0; break;
    case 1: chip.fl_wel = 0; break;
    case 0x20:
        if (n >= 4 && chip.fl_wel) {
            a &= ~0xfffu;
            op_note(1, a, 4096);
            memset(chip.flash + a, 0xff, 4096);
            chip.fl_erases++;
            chip.fl_erase_cnt[a >> 12]++;
            chip.fl_wel = 0;
            chip.fl_busy_until = cyc_at_us(now_us() + opt_t_se);
            op_cut();
        }
        break;
    case 0xd8:
        if (n >= 4 && chip.fl_wel) {
            a &= ~0xffffu;
            op_note(1, a, 65536);
            memset(chip.flash + a, 0xff, 65536);
            for (int k = 0; k < 16; k++) chip.fl_erase_cnt[(a >> 12) + k]++;
            chip.fl_wel = 0;
            chip.fl_busy_until = cyc_at_us(now_us() + opt_t_be);
            op_cut();
        }
        break;
    case 2:
        if (n > 4 && chip.fl_wel) {
            int k = n - 4;
            if (k > 256) k = 256;
            op_note(2, a & ~0xffu, 256);
            for (int j = 0; j < k; j++) {
                u32 t = (a & ~0xffu) | ((a + j) & 0xff);
                chip.flash[t] &= chip.fl_cmd[4 + j];
            }
            chip.fl_wel = 0;
            chip.fl_busy_until = cyc_at_us(now_us() + opt_t_pp * (0.1 + 0.9 * k / 256.0));
            op_cut();
        }
        break;
    }
}

static int ssi_forced(void) { return (chip.qio_ctrl[1] >> 8) & 3; }

static void qss_changed(u32 oldctrl) {
    int o = (oldctrl >> 8) & 3, n = (chip.qio_ctrl[1] >> 8) & 3;
    if (o == n) return;
    if (n == 2) {
        chip.fl_n = 0;
        chip.srx_r = chip.srx_w = 0;
    } else if (o == 2) fl_end();
}

static u32 ssi_rd(u32 o) {
    switch (o) {
    case 0x20: return 0;
    case 0x24: return chip.srx_w - chip.srx_r;
    case 0x28: return 6 | (chip.srx_w != chip.srx_r ? 8 : 0);
    case 0x58: return 0x51535049;
    case 0x5c: return 0x3430312a;
    }
    if (o >= 0x60 && o <= 0xec) {
        if (chip.srx_r != chip.srx_w) {
            u8 v = chip.srx[chip.srx_r++ & 4095];
            if (chip.srx_r == chip.srx_w && ssi_forced() == 0) {
                fl_end();
            }
            return v;
        }
        return 0;
    }
    return chip.ssi[(o >> 2) & 63];
}

static void ssi_wr(u32 o, u32 v) {
    if (o >= 0x60 && o <= 0xec) {
        if (!(chip.ssi[2] & 1)) return;
        u32 baud = chip.ssi[5];
        if (baud < 2) baud = 2;
        int dfs = (chip.ssi[0] >> 16) & 31;
        chip.cycle += (dfs > 8 ? 8 : 8) * baud; // serial time charged on push
        if (dfs > 8) {
            return;
        } // 32-bit XIP set-up frames: ignored
        u8 r;
        if (ssi_forced() == 3) r = 0xff;
        else r = fl_shift((u8)v);
        chip.srx[chip.srx_w++ & 4095] = r;
        return;
    }
    chip.ssi[(o >> 2) & 63] = v;
    if (o == 8 && !(v & 1)) {
        chip.srx_r = chip.srx_w = 0;
        if (ssi_forced() == 0) fl_end();
    }
    if (o == 0x14) xip_cost();
}
