// The flash cache: 16 kB, two ways, lines of 8 bytes. A miss costs a transfer over QSPI.

static void xip_cost(void) {
    u32 baud = chip.ssi[0x14 / 4];
    if (baud < 2) baud = 2;
    chip.xip_miss_cyc = opt_xip_sck * baud + opt_xip_ovh;
}

static void xip_flush(void) {
    memset(chip.xip_tag, 0xff, sizeof chip.xip_tag);
    memset(chip.xip_lru, 0, sizeof chip.xip_lru);
}

static inline __attribute__((always_inline)) int xip_touch(u32 a) { // returns extra cycles
    u32 line = (a & 0xffffff) >> 3, set = line & 1023, tag = line >> 10;
    if (LIKELY(chip.xip_tag[0][set] == tag)) {
        chip.xip_lru[set] = 1;
        chip.xip_hit++;
        return 0;
    }
    if (chip.xip_tag[1][set] == tag) {
        chip.xip_lru[set] = 0;
        chip.xip_hit++;
        return 0;
    }
    chip.xip_miss++;
    int w = chip.xip_lru[set];
    chip.xip_tag[w][set] = tag;
    chip.xip_lru[set] = !w;
    return chip.xip_miss_cyc;
}

static int xip_extra(u32 a) {
    if (!opt_xip_model) return 0;
    switch ((a >> 24) & 3) {
    case 0: return xip_touch(a);
    case 1: {
        u32 line = (a & 0xffffff) >> 3, set = line & 1023, tag = line >> 10;
        if (chip.xip_tag[0][set] == tag || chip.xip_tag[1][set] == tag) return 0;
        return chip.xip_miss_cyc;
    }
    default: return chip.xip_miss_cyc;
    }
}
