// The state of the chip and of what is around it; snapshots copy it whole.

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <time.h>
#include <math.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SRAM_SIZE 0x42000u
#define FLASH_SIZE 0x200000u
#define FLASH_MASK (FLASH_SIZE - 1)
#define NEVER (~0ull)

enum {
    EV_TIMER0,
    EV_TIMER1,
    EV_TIMER2,
    EV_TIMER3,
    EV_SPI0,
    EV_SPI1,
    EV_USB,
    EV_SOF,
    EV_SYSTICK,
    EV_WDOG,
    EV_DMA,
    EV_N
};

#define LCD_GW 240
#define LCD_GH 320

typedef struct {
    // config
    int on, spi, sck, mosi, cs, dc, rst, bl, w, h, xoff, yoff, ref_madctl, ips;
    int only_mode;  // of the SPI that it understands, -1 for any
    double most_hz; // at which it understands, 0 for any
    // state
    u16 gram[LCD_GH][LCD_GW];
    int sleeping, dispon, inv, colmod, madctl, cmd, npar;
    u8 par[16];
    int xs, xe, ys, ye, cx, cy;
    int pixn;
    u8 pix[3];
    u32 off_pixels, misrouted, misread;
    u8 reg[256][16];
    double t_hwreset, t_swreset, t_slpout, t_rst_low, t_dispon;
    int ever_reset, ever_slpout;

} lcd_t;

typedef struct {
    u16 d[8];
    int r, n;
} fifo_t;

typedef struct {
    u32 cr0, cr1, cpsr, imsc, ris, dmacr;
    fifo_t tx, rx;
    int busy;
    u16 sh;
    double done;
} spi_t;

typedef struct {
    u32 ra, wa, tc, ctrl, reload;
    u64 done_at;
    int pend;
} dmach_t;

typedef struct {
    u32 r[16];
    u32 N, Z, C, V;
    u32 primask, on_psp, unprivileged, ipsr, other_sp; // other_sp: the SP not in use
    u32 vtor, scr, shpr2, shpr3;
    u32 ipr[8];
    u32 level, pending, enabled, active;
    int pend_systick, pend_pendsv, pend_svc, pend_hf;
    u8 outer[16];
    int depth;
    int event, sleeping; // 1 wfi 2 wfe
    u64 cycle, stop, limit;
    int irq_check;
    u64 event_at[EV_N], event_next;
    // clocks
    double sys_hz, peri_hz;
    double us_base;
    u64 cyc_base;
    double us_per_cyc;
    u32 clk[32], pll[2][4], resets, psm_off, psm_on, psm_wdsel, xosc_ctrl, vreg, bod, chip_reset;
    u32 resets_wdsel;
    // timer
    double timer_epoch;
    u32 alarm[4];
    u32 armed, t_intr, t_inte, t_intf, t_latch_hi, t_pause;
    // wdog
    u32 wd_ctrl, wd_load, wd_reason, wd_scratch[8], wd_tick;
    double wd_deadline;
    // sio
    u32 gpio_out, gpio_oe, spinlock;
    u32 div_a, div_b, div_q, div_r, div_dirty;
    u32 gpio_hi_out, gpio_hi_oe;
    // io
    u32 io_ctrl[30], pad[31];
    u32 qio_ctrl[6], qpad[7];
    u32 io_intr[4], io_inte[4], io_intf[4];
    s8 ext[30];
    u32 in_last;
    spi_t spi[2];
    dmach_t dma[12];
    u32 dma_intr, dma_inte[2], dma_intf[2], dma_timer[4];
    // usb
    u8 dpram[4096];
    u32 u_addr, u_main, u_sie, u_siest, u_buf, u_inte, u_intf, u_mux, u_pwr, u_abort, u_abdone,
        u_sof;
    int h_state, h_step, h_stage, h_active;
    u8 h_setup[8];
    int h_wlen, h_got;
    u8 h_data[512];
    int h_dlen;
    u8 h_out[64];
    int h_outlen, h_outpos;
    int h_in, h_oute, h_ctrlif, h_connected;
    double h_reset_at;
    u8 crx[1 << 16];
    u32 crx_r, crx_w;
    u8 ctx[1 << 16];
    u32 ctx_r, ctx_w;
    // systick
    u32 st_csr, st_rvr;
    u64 st_start;
    // ssi / flash
    u32 ssi[64];
    u8 srx[4096];
    int srx_r, srx_w;
    int fl_n;
    u8 fl_cmd[300];
    int fl_wel;
    u64 fl_busy_until;
    u64 fl_erases;
    u32 fl_erase_cnt[FLASH_SIZE / 4096];
    // xip
    u32 xip_tag[2][1024];
    u8 xip_lru[1024];
    u64 xip_hit, xip_miss;
    u32 xip_ctrl;
    int xip_miss_cyc;
    u32 xip_hit_base, xip_acc_base;
    u32 uart_cr[2];
    // rtc
    u32 rtc_s0, rtc_s1, rtc_ctrl;
    s64 rtc_base;
    double rtc_base_us;
    u32 adc_cs, adc_res, adc_fcs, adc_div;
    u16 adc_in[5];
    u32 pwm[8][5], pwm_intr, pwm_inte;
    u64 pwm_t0[8];
    u32 rosc_ctrl, rng;
    u32 syscfg[8];
    u32 busctrl[16];
    int fault;
    u32 fault_pc, fault_addr, fault_lr;
    int resets_done;
    int wd_resets;
    int last_reset;
    int op_kind;
    u32 op_at, op_size;
    u64 op_start;
    u8 op_old[65536];
    u64 fl_ops, cut_op;
    int cut;
    double cut_frac;
    u32 fifo[8];
    int fifo_r, fifo_n, fifo_state;
    lcd_t lcd;
    u8 sram[SRAM_SIZE + 8];
    u8 flash[FLASH_SIZE + 8];
    u8 rom[0x4000 + 8];
} chip_t;

static chip_t chip;
static u64 changed;
static double changed_first, changed_last;
static double idle_us;

// options (not part of snapshot)
static int opt_usb_host = 1, opt_chip_rev = 2, opt_log = 0, opt_xip_sck = 28, opt_xip_ovh = 6,
           opt_gap10 = 15;
static int opt_xip_model = 1;
static double opt_usb_connect_us = 10000;
static int opt_usb_pkt_us = 50;
static double opt_t_se = 45000, opt_t_pp = 400, opt_t_be = 150000;
static char logbuf[1 << 20];
static u32 loglen;
static u32 warn_seen[64];

static double now_us(void) {
    return chip.us_base + (double)(chip.cycle - chip.cyc_base) * chip.us_per_cyc;
}

static void note(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char t[512];
    int n = snprintf(t, sizeof t, "[%.6f] ", now_us() / 1e6);
    n += vsnprintf(t + n, sizeof t - n, fmt, ap);
    va_end(ap);
    if (n > (int)sizeof t - 2) n = sizeof t - 2;
    t[n++] = '\n';
    if (loglen + n < sizeof logbuf) {
        memcpy(logbuf + loglen, t, n);
        loglen += n;
    }
}

static void warn_once(u32 key, const char *fmt, ...) {
    for (u32 i = 0; i < 64; i++) {
        if (warn_seen[i] == key) return;
        if (!warn_seen[i]) {
            warn_seen[i] = key;
            break;
        }
    }
    va_list ap;
    va_start(ap, fmt);
    char t[400];
    vsnprintf(t, sizeof t, fmt, ap);
    va_end(ap);
    note("%s", t);
}
