// The SPI ports and the DMA channels that feed them.

static u32 read_slow(u32 a, int sz);
static void write_slow(u32 a, u32 v, int sz);

static void dma_irq(void) {
    irq_set(11, ((chip.dma_intr & chip.dma_inte[0]) | chip.dma_intf[0]) != 0);
    irq_set(12, ((chip.dma_intr & chip.dma_inte[1]) | chip.dma_intf[1]) != 0);
}

static void dma_start(int c);

static void dma_done(int c) {
    dmach_t *d = &chip.dma[c];
    d->ctrl &= ~(1u << 24);
    if (!(d->ctrl & (1u << 21))) {
        chip.dma_intr |= 1u << c;
        dma_irq();
    }
    int ch = (d->ctrl >> 11) & 15;
    if (ch != c && ch < 12) dma_start(ch);
}

static void dma_one(dmach_t *d) {
    int s = (d->ctrl >> 2) & 3, n = 1 << s;
    u32 v = read_slow(d->ra, n);
    if (d->ctrl & (1u << 22)) {
        if (s == 1) v = __builtin_bswap16(v);
        else if (s == 2) v = __builtin_bswap32(v);
    }
    write_slow(d->wa, v, n);
    u32 rs = (d->ctrl >> 6) & 15, rm = rs ? (1u << rs) - 1 : 0;
    if (d->ctrl & 16) {
        if (rm && !(d->ctrl & (1u << 10))) d->ra = (d->ra & ~rm) | ((d->ra + n) & rm);
        else d->ra += n;
    }
    if (d->ctrl & 32) {
        if (rm && (d->ctrl & (1u << 10))) d->wa = (d->wa & ~rm) | ((d->wa + n) & rm);
        else d->wa += n;
    }
    d->tc--;
}

static int dreq_ok(u32 t) {
    switch (t) {
    case 16: return (chip.spi[0].dmacr & 2) && chip.spi[0].tx.n < 8;
    case 17: return (chip.spi[0].dmacr & 1) && chip.spi[0].rx.n > 0;
    case 18: return (chip.spi[1].dmacr & 2) && chip.spi[1].tx.n < 8;
    case 19: return (chip.spi[1].dmacr & 1) && chip.spi[1].rx.n > 0;
    case 20:
    case 22: return 1;
    }
    return 0;
}

static int in_dma;

static void dma_service(void) {
    if (in_dma) return;
    in_dma = 1;
    int more = 1;
    while (more) {
        more = 0;
        for (int c = 0; c < 12; c++) {
            dmach_t *d = &chip.dma[c];
            if ((d->ctrl & 0x1000001) != 0x1000001 || d->pend) continue;
            u32 t = (d->ctrl >> 15) & 63;
            if (t >= 0x3b) continue;
            while (d->tc && dreq_ok(t)) {
                dma_one(d);
                more = 1;
            }
            if (!d->tc) {
                dma_done(c);
                more = 1;
            }
        }
    }
    in_dma = 0;
}

static void dma_start(int c) {
    dmach_t *d = &chip.dma[c];
    if (!(d->ctrl & 1) || (d->ctrl & (1u << 24))) return;
    d->ctrl |= 1u << 24;
    d->tc = d->reload;
    u32 t = (d->ctrl >> 15) & 63;
    if (!d->tc) {
        dma_done(c);
        return;
    }
    if (t >= 0x3b) {
        u64 per = 1;
        if (t < 0x3f) {
            u32 x = chip.dma_timer[t - 0x3b] >> 16, y = chip.dma_timer[t - 0x3b] & 0xffff;
            per = x ? (y + x - 1) / x : 1;
            if (!per) per = 1;
        }
        u64 n = d->tc;
        int was = in_dma;
        in_dma = 1;
        while (d->tc) dma_one(d);
        in_dma = was;
        d->pend = 1;
        d->done_at = chip.cycle + n * per + 4;
        u64 m = NEVER;
        for (int i = 0; i < 12; i++)
            if (chip.dma[i].pend && chip.dma[i].done_at < m) m = chip.dma[i].done_at;
        event_set(EV_DMA, m);
    } else if (t < 16 || t > 22)
        warn_once(200 + t, "DMA: TREQ %u not modelled (channel %d will hang)", t, c);
    else dma_service();
}

static void dma_event(void) {
    u64 m = NEVER;
    for (int i = 0; i < 12; i++)
        if (chip.dma[i].pend && chip.dma[i].done_at <= chip.cycle) {
            chip.dma[i].pend = 0;
            dma_done(i);
        }
    for (int i = 0; i < 12; i++)
        if (chip.dma[i].pend && chip.dma[i].done_at < m) m = chip.dma[i].done_at;
    event_set(EV_DMA, m);
}

static void spi_irq(int i) {
    spi_t *s = &chip.spi[i];
    s->ris &= ~0xcu;
    if (s->tx.n <= 4) s->ris |= 8;
    if (s->rx.n >= 4) s->ris |= 4;
    irq_set(18 + i, (s->ris & s->imsc) != 0);
}

static double spi_frame_cyc(spi_t *s) {
    double bits = (s->cr0 & 15) + 1;
    if (!(s->cr0 & 0x80)) bits += opt_gap10 / 10.0;
    u32 ps = s->cpsr & 0xfe;
    if (!ps) ps = 2;
    return bits * ps * (1 + ((s->cr0 >> 8) & 255)) * chip.sys_hz / chip.peri_hz;
}

static void spi_kick(int i, double t) {
    spi_t *s = &chip.spi[i];
    if (s->busy || !s->tx.n || !(s->cr1 & 2)) return;
    s->sh = s->tx.d[s->tx.r];
    s->tx.r = (s->tx.r + 1) & 7;
    s->tx.n--;
    s->busy = 1;
    double f = spi_frame_cyc(s);
    s->done = t + f;
    event_set(EV_SPI0 + i, (u64)ceil(s->done));
}

static void spi_event(int i) {
    spi_t *s = &chip.spi[i];
    chip.event_at[EV_SPI0 + i] = NEVER;
    s->busy = 0;
    lcd_spi(i, s->sh, (s->cr0 & 15) + 1);
    u16 rxv = 0;
    if (s->cr1 & 1) rxv = s->sh;
    if (s->rx.n < 8) {
        s->rx.d[(s->rx.r + s->rx.n) & 7] = rxv;
        s->rx.n++;
    } else s->ris |= 1;
    spi_kick(i, s->done);
    dma_service();
    if (!s->busy) spi_kick(i, s->done < chip.cycle ? (double)chip.cycle : s->done);
    spi_irq(i);
    event_recalc();
    if (chip.irq_check) chip.stop = 0;
}

static u32 spi_rd(int i, u32 o) {
    spi_t *s = &chip.spi[i];
    switch (o) {
    case 0: return s->cr0;
    case 4: return s->cr1;
    case 8: {
        u32 v = 0;
        if (s->rx.n) {
            v = s->rx.d[s->rx.r];
            s->rx.r = (s->rx.r + 1) & 7;
            s->rx.n--;
            spi_irq(i);
        }
        return v;
    }
    case 0xc:
        return ((s->busy || s->tx.n) ? 16 : 0) | (s->rx.n == 8 ? 8 : 0) | (s->rx.n ? 4 : 0) |
               (s->tx.n < 8 ? 2 : 0) | (s->tx.n == 0 ? 1 : 0);
    case 0x10: return s->cpsr;
    case 0x14: return s->imsc;
    case 0x18: return s->ris;
    case 0x1c: return s->ris & s->imsc;
    case 0x24: return s->dmacr;
    case 0xfe0: return 0x22;
    case 0xfe4: return 0x10;
    case 0xfe8: return 0x34;
    case 0xff0: return 0xd;
    case 0xff4: return 0xf0;
    case 0xff8: return 5;
    case 0xffc: return 0xb1;
    }
    return 0;
}

static void spi_wr(int i, u32 o, u32 v) {
    spi_t *s = &chip.spi[i];
    switch (o) {
    case 0: s->cr0 = v & 0xffff; break;
    case 4:
        s->cr1 = v & 15;
        spi_kick(i, (double)chip.cycle);
        break;
    case 8:
        if (s->tx.n < 8) {
            u32 m = (2u << (s->cr0 & 15)) - 1;
            s->tx.d[(s->tx.r + s->tx.n) & 7] = v & m;
            s->tx.n++;
            spi_kick(i, (double)chip.cycle);
            spi_irq(i);
        }
        break;
    case 0x10: s->cpsr = v & 0xfe; break;
    case 0x14:
        s->imsc = v & 15;
        spi_irq(i);
        break;
    case 0x20:
        s->ris &= ~(v & 3);
        spi_irq(i);
        break;
    case 0x24:
        s->dmacr = v & 3;
        dma_service();
        break;
    }
}

static void spi_reset(int i) {
    memset(&chip.spi[i], 0, sizeof(spi_t));
    chip.spi[i].ris = 8;
    event_set(EV_SPI0 + i, NEVER);
    irq_set(18 + i, 0);
}
