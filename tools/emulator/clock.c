// Events in the order of their cycles, interrupt lines, the timer and the clocks
// derived from the PLLs.

static void event_recalc(void) {
    u64 m = NEVER;
    for (int i = 0; i < EV_N; i++)
        if (chip.event_at[i] < m) m = chip.event_at[i];
    chip.event_next = m;
    chip.stop = m < chip.limit ? m : chip.limit;
}

static void event_set(int i, u64 c) {
    chip.event_at[i] = c;
    event_recalc();
    if (chip.irq_check) chip.stop = 0;
}

static void irq_poke(void) {
    chip.irq_check = 1;
    chip.stop = 0;
}

static u64 cyc_at_us(double us) {
    double d = (us - chip.us_base) / chip.us_per_cyc;
    if (d < 0) d = 0;
    return chip.cyc_base + (u64)ceil(d);
}

static void irq_set(int n, int level) {
    u32 b = 1u << n;
    if (level) {
        if (!(chip.level & b)) {
            chip.level |= b;
            chip.pending |= b;
            if (chip.scr & 0x10) {
                chip.event = 1;
            }
            irq_poke();
        }
    } else chip.level &= ~b;
}

static double timer_us(void) { return now_us() - chip.timer_epoch; }

static void timer_arm(int i) {
    u32 now = (u32)(u64)timer_us();
    u32 d = chip.alarm[i] - now;
    double cur = floor(timer_us());
    chip.armed |= 1u << i;
    u64 c = cyc_at_us(chip.timer_epoch + cur + d);
    if (c < chip.cycle) c = chip.cycle;
    event_set(EV_TIMER0 + i, c);
}

static void timer_irq(void) {
    u32 s = (chip.t_intr & chip.t_inte) | chip.t_intf;
    for (int i = 0; i < 4; i++) irq_set(i, (s >> i) & 1);
}

static void clocks_changed(void) {
    double pll[2];
    for (int i = 0; i < 2; i++) {
        u32 fb = chip.pll[i][2] & 0xfff, p1 = (chip.pll[i][3] >> 16) & 7,
            p2 = (chip.pll[i][3] >> 12) & 7, rd = chip.pll[i][0] & 0x3f;
        if (!rd) rd = 1;
        pll[i] = (fb && p1 && p2) ? 12e6 / rd * fb / (p1 * p2) : 12e6;
    }
    double rosc = 6.5e6, xosc = 12e6;
    u32 rc = chip.clk[12], sc = chip.clk[15], pc = chip.clk[18];
    double ref = (rc & 3) == 2 ? xosc : (rc & 3) == 0 ? rosc : pll[1];
    double aux[8] = {pll[0], pll[1], rosc, xosc, 12e6, 12e6, 12e6, 12e6};
    double sys = (sc & 1) ? aux[(sc >> 5) & 7] : ref;
    u32 dv = chip.clk[16];
    if (dv >> 8) sys /= (dv / 256.0);
    double pa[8] = {sys, pll[0], pll[1], rosc, xosc, 12e6, 12e6, 12e6};
    double per = pa[(pc >> 5) & 7];
    if (sys < 1e6) sys = 1e6;
    if (sys != chip.sys_hz) {
        double us = now_us();
        chip.us_base = us;
        chip.cyc_base = chip.cycle;
        chip.sys_hz = sys;
        chip.us_per_cyc = 1e6 / sys;
        for (int i = 0; i < 4; i++)
            if (chip.armed & (1u << i)) timer_arm(i);
        if (chip.event_at[EV_WDOG] != NEVER) event_set(EV_WDOG, cyc_at_us(chip.wd_deadline));
        if (chip.event_at[EV_USB] != NEVER) event_set(EV_USB, chip.cycle + 1);
        if (chip.event_at[EV_SOF] != NEVER) event_set(EV_SOF, cyc_at_us(us + 1000));
    }
    chip.peri_hz = per;
}
