// Levels and edges of the pins.

static u32 gpio_in_raw(void) {
    u32 v = 0;
    for (int i = 0; i < 30; i++) {
        int b;
        u32 f = chip.io_ctrl[i] & 0x1f;
        u32 oeo = (chip.io_ctrl[i] >> 12) & 3;
        int oe = f == 5 ? (chip.gpio_oe >> i) & 1 : (f == 1 || f == 4) ? 1 : 0;
        if (oeo == 2) oe = 0;
        else if (oeo == 3) oe = 1;
        else if (oeo == 1) oe = !oe;
        if (oe && f == 5) {
            b = (chip.gpio_out >> i) & 1;
            if (((chip.io_ctrl[i] >> 8) & 3) == 1) b = !b;
        } else if (chip.ext[i] >= 0) b = chip.ext[i];
        else if (chip.pad[i + 1] & 8) b = 1;
        else b = 0;
        if (!(chip.pad[i + 1] & 0x40)) b = 0;
        u32 ino = (chip.io_ctrl[i] >> 16) & 3;
        if (ino == 1) b = !b;
        else if (ino == 2) b = 0;
        else if (ino == 3) b = 1;
        v |= (u32)b << i;
    }
    return v;
}

static void io_irq(void) {
    u32 any = 0;
    for (int g = 0; g < 4; g++) {
        u32 lv = 0;
        for (int k = 0; k < 8; k++) {
            int p = g * 8 + k;
            if (p >= 30) break;
            lv |= ((chip.in_last >> p) & 1 ? 2u : 1u) << (4 * k);
        }
        u32 raw = (chip.io_intr[g] & 0xcccccccc) | lv;
        any |= (raw & chip.io_inte[g]) | chip.io_intf[g];
    }
    irq_set(13, any != 0);
}

static void gpio_update(void) {
    u32 v = gpio_in_raw(), ch = v ^ chip.in_last;
    if (ch) {
        for (int i = 0; i < 30; i++)
            if ((ch >> i) & 1) chip.io_intr[i >> 3] |= ((v >> i) & 1 ? 8u : 4u) << (4 * (i & 7));
        chip.in_last = v;
    }
    io_irq();
}
