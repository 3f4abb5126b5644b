/* Tunes hard at Three Thirteen: python -m tools research tune three_thirteen.

   rummy tune CHOICES PASSES SEED    prints the networks of the last pass
   rummy play SEATS DEALS FIRST      plays numbered deals with rotated seats, networks from stdin;
                                     prints deal, rotation, winner, totals

A port of the rules, the meld search and the players in firmware/thirteen and arena.py,
function by function, about a hundred times as fast. test_research.py compares
the two. The originals document how they work. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char u8;
#define WIDTH 9  // 0 to 8 wild cards
#define PAIRS 80 // percent of the rounds with two players
#define EPOCHS 6 // per fit

static const u8 VALUE[14] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};

static int table[15 * WIDTH], level_rank[16], level_at[17], paid[16], kind_suit[17], copies[17],
    needs[17];
static int one[4], two[4], shut[4];
static int st_kind[40], st_level[40], st_left[40], st_low[40], st_wilds[40], st_dead[40],
    st_over[40], st_end[40], st_gaps[40], st_sum[40], st_one[40], st_two[40], st_shut[40];
static int now_depth, now_to, now_spare;

/* rules/three_thirteen_search.py */
static int found(int sp, int level, int w, int best) {
    now_depth = sp;
    now_to = level;
    now_spare = w;
    while (sp) {
        sp--;
        if (st_end[sp]) {
            int u = kind_suit[st_kind[sp]];
            one[u] = st_one[sp];
            two[u] = st_two[sp];
            shut[u] = st_shut[sp];
        }
    }
    return best;
}

static int search(int level, int w, int best, int enough) {
    int sp = 0, dead = 0, left = 0, over = 0, low = 14, r = level_rank[level],
        first = level_at[level], k = level_at[level + 1];
    int u = 0, m = 0, o = 0, shuts = 0, b = 0, gaps = 0, x = 0, nw = 0;
    for (;;) {
        int run = 0;
        while (k > first) {
            k--;
            u = kind_suit[k];
            m = one[u];
            if (!(m >> r & 1)) {
                over -= copies[k] * VALUE[r];
                continue;
            }
            o = two[u];
            if (copies[k] == 2 && !(o >> r & 1)) over -= VALUE[r];
            shuts = shut[u];
            if (shuts >> r & 1)
                left |= 16;
            else if (needs[k] <= w) {
                nw = 1;
                b = r;
                gaps = x = 0;
                run = 1;
                break;
            }
            left += 1 + (o >> r & 1);
        }
        if (!run) {
            int fit = 1, fine = 1, need = 3 - (left & 15);
            if (0 < need && need < 3) {
                if (need <= w) {
                    if (left < 16) {
                        st_kind[sp] = k;
                        st_level[sp] = level;
                        st_left[sp] = left;
                        st_low[sp] = low;
                        st_wilds[sp] = w;
                        st_dead[sp] = dead;
                        st_over[sp] = over;
                        st_end[sp] = 0;
                        sp++;
                    }
                    w -= need;
                } else if (left < 16) {
                    fit = 0;
                    dead += left * VALUE[r];
                } else
                    fine = 0;
            }
            for (;;) {
                if (fine && dead < best) {
                    paid[level] = fit;
                    x = dead + table[level * WIDTH - WIDTH + w];
                    if (x - over < best) {
                        if (low < r) {
                            level--;
                            r = level_rank[level];
                            first = level_at[level];
                            b = left = 0;
                            break;
                        }
                        if (x < best) {
                            best = x;
                            if (best <= enough) return found(sp, level - 1, w, best);
                        }
                    }
                }
                if (!sp) return best;
                sp--;
                k = st_kind[sp];
                level = st_level[sp];
                left = st_left[sp];
                low = st_low[sp];
                w = st_wilds[sp];
                dead = st_dead[sp];
                over = st_over[sp];
                r = level_rank[level];
                first = level_at[level];
                b = st_end[sp];
                if (b) {
                    u = kind_suit[k];
                    m = st_one[sp];
                    o = st_two[sp];
                    shuts = st_shut[sp];
                    gaps = st_gaps[sp];
                    x = st_sum[sp];
                    nw = 0;
                    break;
                }
                dead += left * VALUE[r];
                fit = 0;
                fine = 1;
            }
            if (!b) continue;
        }
        int stop = 1;
        if (copies[k] == 2 && sp && st_kind[sp - 1] == k && st_end[sp - 1]) stop = st_end[sp - 1];
        int need = 99;
        while (b > stop && gaps <= w) {
            b--;
            if (!(m >> b & 1)) {
                gaps++;
                continue;
            }
            x += VALUE[b];
            need = gaps;
            if (r - b == 1) need = (m >> (b - 1) & 1) ? 99 : 1;
            if (need <= w) break;
            need = 99;
        }
        if (need == 99) {
            if (!nw) {
                one[u] = m;
                two[u] = o;
                shut[u] = shuts;
            }
            left += 1 + (o >> r & 1);
            continue;
        }
        if (nw) {
            st_kind[sp] = k;
            st_level[sp] = level;
            st_left[sp] = left;
            st_low[sp] = low;
            st_wilds[sp] = w;
            st_dead[sp] = dead;
            st_over[sp] = over;
            st_one[sp] = m;
            st_two[sp] = o;
            st_shut[sp] = shuts;
        }
        st_end[sp] = b;
        st_gaps[sp] = gaps;
        st_sum[sp] = x;
        sp++;
        w -= need;
        over += x;
        if (b < low) low = b;
        int bits = (2 << r) - (1 << b);
        one[u] = (m & ~bits) | (o & bits);
        two[u] = o & ~bits;
        bits = (1 << b) >> 1;
        if (r - b == 1) bits >>= 1;
        shut[u] = shuts | (m & bits);
        if (o >> r & 1) {
            k++;
            over += VALUE[r];
        }
    }
}

static int level_cards[16], level_opens[16], level_count, wilds_held, wild_price;

/* rules/three_thirteen_melds.py */
static int run_need(int m, int bit) {
    m &= bit - 1;
    if (!m) return 15;
    bit >>= 1;
    if (m & bit) return (m & (bit >> 1)) ? 0 : 1;
    int need = 0;
    while (!(m & bit)) {
        bit >>= 1;
        need++;
    }
    return need;
}

static int least_found(void) {
    int w = wilds_held, levels = level_count, total = 0, x = table[levels * WIDTH + w];
    if (!(0 < w && w < 3)) return x;
    for (int l = 1; l <= levels; l++) total += VALUE[level_rank[l]] * level_cards[l];
    return x == total ? x + w * wild_price : x;
}

static int least(const u8 *a, int n, int wild, int price) {
    int u, w = 0, i;
    for (u = 0; u < 4; u++) one[u] = two[u] = shut[u] = 0;
    for (i = 0; i < n; i++) {
        int c = a[i], r = c & 15;
        if (r == wild)
            w++;
        else {
            u = c >> 4 & 3;
            int bit = 1 << r;
            two[u] |= one[u] & bit;
            one[u] |= bit;
        }
    }
    wilds_held = w;
    wild_price = price;
    int ranks = one[0] | one[1] | one[2] | one[3], level = 0, k = 0;
    for (int r = 1; r < 14; r++)
        if (ranks >> r & 1) {
            level++;
            level_rank[level] = r;
            level_at[level] = k;
            int cards = 0, opens = 15;
            for (u = 0; u < 4; u++) {
                int m = one[u];
                if (m >> r & 1) {
                    kind_suit[k] = u;
                    copies[k] = 1 + (two[u] >> r & 1);
                    cards += copies[k];
                    int need = run_need(m, 1 << r);
                    needs[k] = need;
                    if (need < opens) opens = need;
                    k++;
                }
            }
            level_cards[level] = cards;
            level_opens[level] = opens;
        }
    level_at[level + 1] = k;
    level_count = level;
    for (i = 0; i < WIDTH; i++) table[i] = 0;
    for (int l = 1; l <= level_count; l++) {
        int v = VALUE[level_rank[l]], cards = level_cards[l], opens = level_opens[l],
            here = l * WIDTH, below = here - WIDTH, most = w;
        int above = level_count - l, need = 0, enough = 0;
        if (above == 1) {
            need = 3 - level_cards[l + 1];
            if (need < 0) need = 0;
        }
        for (int q = most; q > (above ? -1 : most - 1); q--) {
            if (above == 1 && q != most && q != most - need) {
                table[here + q] = enough;
                continue;
            }
            int x = table[below + q];
            if (cards == 1) {
                x += v;
                if (q > 1 && table[below + q - 2] < x) x = table[below + q - 2];
            } else if (cards == 2) {
                x += v + v;
                if (q && table[below + q - 1] < x) x = table[below + q - 1];
            }
            if (x > enough && opens <= q) x = search(l, q, x, enough);
            table[here + q] = enough = x;
        }
    }
    return least_found();
}

static int plan_made[64], meld_of[20], meld_key[12], meld_from[12], meld_to[12], meld_wilds[12],
    melds;

// The arrangement: runs (suit, highest, lowest; their cards) and sets (0; the rank).
static int plan(int *out) {
    int n = 0, level = level_count, w = wilds_held;
    while (level) {
        int target = table[level * WIDTH + w], below = level * WIDTH - WIDTH,
            need = 3 - level_cards[level];
        if (need < 0) need = 0;
        if (need && table[below + w] + level_cards[level] * VALUE[level_rank[level]] == target)
            level--;
        else if (need <= w && table[below + w - need] == target) {
            out[n + 1] = level_rank[level];
            out[n] = 0;
            n += 2;
            w -= need;
            level--;
        } else {
            search(level, w, target + 1, target);
            for (int k = 0; k < now_depth; k++) {
                int b = st_end[k];
                if (b) {
                    int r = level_rank[st_level[k]];
                    out[n] = kind_suit[st_kind[k]] << 8 | r << 4 | b;
                    out[n + 1] = st_one[k] & ((2 << r) - (1 << b));
                    n += 2;
                }
            }
            while (level > now_to) {
                if (paid[level]) {
                    out[n] = 0;
                    out[n + 1] = level_rank[level];
                    n += 2;
                }
                level--;
            }
            w = now_spare;
        }
    }
    return n;
}
#define A_SET 0x80

/* rules/three_thirteen_arrange.py */
static int assign(const u8 *a, int n, int m, int wild) {
    int left = 0, g = 0, j, i;
    for (j = 0; j < n; j++) {
        meld_of[j] = 0;
        if ((a[j] & 15) == wild) left++;
    }
    for (i = 0; i < m; i += 2) {
        int b = plan_made[i];
        if (b) {
            g++;
            int u = b >> 8, r = b >> 4 & 15;
            b &= 15;
            int bits = plan_made[i + 1], size = r - b + 1;
            for (j = 0; j < n; j++) {
                int c = a[j];
                if ((c >> 4 & 3) == u && (bits >> (c & 15) & 1) && !meld_of[j]) {
                    bits ^= 1 << (c & 15);
                    meld_of[j] = g;
                    size--;
                }
            }
            while (r - b < 2) {
                if (r < 13)
                    r++;
                else
                    b--;
                size++;
            }
            meld_key[g] = u;
            meld_from[g] = b;
            meld_to[g] = r;
            meld_wilds[g] = size;
            left -= size;
        }
    }
    for (i = 0; i < m; i += 2)
        if (!plan_made[i]) {
            int r = plan_made[i + 1], size = 0;
            for (j = 0; j < n; j++)
                if ((a[j] & 15) == r && !meld_of[j]) {
                    meld_of[j] = g + 1;
                    size++;
                }
            if (size) {
                g++;
                meld_key[g] = A_SET | r;
                meld_wilds[g] = size < 3 ? 3 - size : 0;
                left -= meld_wilds[g];
            }
        }
    if (left > 2) {
        g++;
        meld_key[g] = A_SET;
        meld_wilds[g] = left;
        left = 0;
    }
    meld_wilds[0] = left;
    return g;
}

// The indices of the deadwood, a bit each.
static int loose_bits(const u8 *a, int n, int wild) {
    int melded = assign(a, n, plan(plan_made), wild);
    melds = melded;
    int bits = 0;
    for (int j = 0; j < n; j++)
        if (!((a[j] & 15) == wild ? melded : meld_of[j])) bits |= 1 << j;
    return bits;
}

// The ranks of a suit that extend a meld, a bit each.
static int joins(int u) {
    int bits = 0;
    for (int g = 1; g <= melds; g++) {
        if (meld_key[g] & A_SET)
            bits |= 1 << (meld_key[g] & 15);
        else if (meld_key[g] == u)
            bits |= (4 << meld_to[g]) - ((1 << meld_from[g]) >> 1);
    }
    return bits;
}

static int R0, R1, R2, R3;

/* rng.py, for numbered deals; and a faster generator (xorshift) for everything else */
static int word(void) {
    int b = R1, c = R2, n = R3, out = (R0 + b + n) & 0xFFFF;
    R3 = (n + 1) & 0xFFFF;
    R0 = b ^ b >> 5;
    R1 = (c + (c << 3)) & 0xFFFF;
    R2 = ((c << 6 | c >> 10) + out) & 0xFFFF;
    return out;
}

static void seed_deal(int deal, int salt) {
    R0 = deal & 0xFFFF;
    R1 = deal >> 16 & 0xFFFF;
    R2 = salt;
    R3 = 1;
    for (int i = 0; i < 16; i++) word();
}

static int below(int n) {
    int most = 65536 - 65536 % n, x = word();
    while (x >= most) x = word();
    return x % n;
}

static void shuffle_deal(u8 *a, int n, int deal, int salt) {
    seed_deal(deal, salt);
    while (n > 1) {
        int k = below(n);
        n--;
        u8 t = a[n];
        a[n] = a[k];
        a[k] = t;
    }
}

static uint64_t random_state = 88172645463325252ull;
static inline uint32_t random_word(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state >> 32;
}

static inline int random_below(int n) { return (uint64_t)random_word() * n >> 32; }

#define DRAWING 0
#define DISCARDING 1
#define DECLARING 2
#define SCORED 3
#define STOCK 0
#define PILE 1
#define OUT 2
#define END 3
#define DISCARD 256
#define DOWN 128
typedef struct {
    u8 players, round, wild, price, turn, phase, gone, plays, cards, dealt, thrown, may, turns,
        dealer;
    u8 holds[4], last[4], hand[4][16];
    u8 stock[104], pile[104];
    u8 pen[4];
} G;

/* rules/three_thirteen.py: a card in a hand has DOWN where only its player has seen it */
static int next_player(G *s, int p) {
    p = (p + 1) % s->players;
    while (!(s->plays >> p & 1)) p = (p + 1) % s->players;
    return p;
}

// Deal a round of a numbered deal, or a random one if `chance` is set.
static void deal_round(G *s, int deal, int n, int rnd) {
    s->round = n;
    s->phase = 0;
    s->gone = s->may = s->turns = 0;
    s->thrown = 0;
    s->wild = n < 12 ? n + 2 : 1;
    s->price = VALUE[s->wild];
    int nd = s->players > 2 ? 2 : 1, k = 0;
    for (int d = 0; d < nd; d++)
        for (int u = 0; u < 4; u++)
            for (int r = 1; r < 14; r++) s->stock[k++] = u << 4 | r;
    s->cards = k;
    if (rnd) {
        for (int i = k - 1; i > 0; i--) {
            int j = random_below(i + 1);
            u8 t = s->stock[i];
            s->stock[i] = s->stock[j];
            s->stock[j] = t;
        }
    } else
        shuffle_deal(s->stock, k, deal, 0x500 + n);
    for (int i = 0; i < 4; i++) s->holds[i] = s->last[i] = 0;
    int p = s->turn = next_player(s, s->dealer);
    k = 0;
    for (int i = 0; i < n + 2; i++)
        for (int q = 0; q < s->players; q++) {
            if (s->plays >> p & 1) {
                s->hand[p][i] = s->stock[k++] | DOWN;
                s->holds[p]++;
            }
            p = (p + 1) % s->players;
        }
    s->dealt = k;
}

static int deadwood(G *s, int p) {
    u8 h[16];
    for (int i = 0; i < s->holds[p]; i++) h[i] = s->hand[p][i] & 63;
    return least(h, s->holds[p], s->wild, s->price);
}

static void end_round(G *s) {
    s->phase = SCORED;
    for (int p = 0; p < s->players; p++) s->pen[p] = (s->plays >> p & 1) ? deadwood(s, p) : 0;
}

static void end_turn(G *s, int p) {
    if (s->turns < 255) s->turns++;
    s->may = 0;
    p = next_player(s, p);
    if (p == s->gone - 1)
        end_round(s);
    else {
        s->turn = p;
        s->phase = DRAWING;
    }
}

static inline int pile_top(G *s) { return s->thrown ? s->pile[s->thrown - 1] : 0; }
static void apply(G *s, int m) {
    int p = s->turn;
    if (m == STOCK) {
        s->hand[p][s->holds[p]++] = s->stock[s->dealt++] | DOWN;
        s->phase = DISCARDING;
    } else if (m == PILE) {
        s->hand[p][s->holds[p]++] = s->pile[--s->thrown];
        s->phase = DISCARDING;
    } else if (m == OUT) {
        s->gone = p + 1;
        end_turn(s, p);
    } else if (m == END)
        end_turn(s, p);
    else {
        int c = m & 63, last = s->holds[p] - 1, i = 0;
        u8 *h = s->hand[p];
        while (i <= last && h[i] != c) i++;
        if (i > last) {
            i = 0;
            while ((h[i] & 63) != c) i++;
        }
        while (i < last) {
            h[i] = h[i + 1];
            i++;
        }
        h[last] = 0;
        s->last[p] = c;
        s->holds[p]--;
        s->pile[s->thrown++] = c;
        if (s->dealt == s->cards)
            end_round(s);
        else if (s->gone)
            end_turn(s, p);
        else {
            s->phase = DECLARING;
            s->may = 1;
        }
    }
}

static u8 hand[20];
static int live[64], fits[4], loose[20], chances[20], after[64], wild, price, loosened;

/* bots/three_thirteen_outlook.py */
static inline int worth(int c) {
    int r = c & 15;
    return r == wild ? price : VALUE[r];
}

static int sort_loose(int n, int bits) {
    int m = 0;
    for (int j = 0; j < n; j++)
        if (bits >> j & 1) {
            int k = m, v = worth(hand[j]);
            while (k && worth(hand[loose[k - 1]]) < v) {
                loose[k] = loose[k - 1];
                k--;
            }
            loose[k] = j;
            m++;
        }
    return m;
}

static int unseen(void) {
    int t = 0;
    for (int c = 0; c < 64; c++) t += live[c];
    return t;
}

static int near(int a, int b) {
    int d = (a & 15) - (b & 15);
    if ((a & 15) == wild || (b & 15) == wild || !d) return 1;
    return (a & 48) == (b & 48) && -3 < d && d < 3;
}

static int complete(int a, int b, int x) {
    if ((a & 15) == wild) {
        int t = a;
        a = b;
        b = t;
    }
    int rank = a & 15, low = rank, high = rank, other = b & 15, count = 0;
    if (other == wild || other == rank) {
        for (int c = rank; c < 64; c += 16) {
            if (x < after[c]) after[c] = x;
            count += live[c];
        }
        if (other == rank) return count;
        other = rank;
        low -= 2;
        high += 2;
    } else {
        low = rank < other ? rank : other;
        high = rank > other ? rank : other;
        if (high - low == 1) {
            low--;
            high++;
        }
    }
    int suit = a & 48;
    for (int r = low < 1 ? 1 : low; r <= (high > 13 ? 13 : high); r++)
        if (r != rank && r != other) {
            int c = suit | r;
            if (x < after[c]) after[c] = x;
            count += live[c];
        }
    return count;
}

static int expect(int m, int dead, int skip, int count) {
    int dearest[3], nd = 0;
    for (int k = 0; k < m; k++)
        if (loose[k] != skip && nd < 3) dearest[nd++] = loose[k];
    if (skip >= 0)
        dead -= worth(hand[skip]);
    else
        for (int k = 0; k < 20; k++) chances[k] = 0;
    int high = nd ? worth(hand[dearest[0]]) : 0;
    for (int r = 1; r < 14; r++) {
        int v = high - worth(r), x = v > 0 ? dead - v : dead;
        for (int u = 0; u < 4; u++) after[u << 4 | r] = (fits[u] >> r & 1) ? dead - high : x;
    }
    int best = 255;
    for (int k = 1; k < m; k++) {
        int j = loose[k];
        if (j == skip) continue;
        for (int q = 0; q < k; q++) {
            int i = loose[q];
            if (i != skip && near(hand[i], hand[j])) {
                int points = worth(hand[i]) + worth(hand[j]), x = dead - points;
                for (int d = 0; d < nd; d++)
                    if (dearest[d] != i && dearest[d] != j) {
                        x -= worth(hand[dearest[d]]);
                        break;
                    }
                int outs = complete(hand[i], hand[j], x);
                if (skip < 0 && (hand[i] & 15) != wild && (hand[j] & 15) != wild) {
                    chances[i] += outs * points;
                    chances[j] += outs * points;
                }
                if (x < best) best = x;
            }
        }
    }
    for (int c = wild; c < 64; c += 16)
        if (best < after[c]) after[c] = best;
    int total = 0;
    for (int c = 0; c < 64; c++) total += after[c] * live[c];
    return count ? total * 16 / count : dead * 16;
}

enum { EASY = 1, MEDIUM, HARD, GREEDY, EXACT };
static int me_now;

// The least deadwood; with `laid` also which cards are loose and which cards extend the melds.
static int solve(const u8 *a, int n, int laid) {
    int d = least(a, n, wild, price);
    if (laid) {
        loosened = loose_bits(a, n, wild);
        for (int u = 0; u < 4; u++) fits[u] = joins(u) & 0x3FFE & ~(1 << wild);
    }
    return d;
}

static int last_turn(G *s) { return s->gone || s->dealt == s->cards; }

// Read the player's own hand and count the unseen cards.
static int look(G *s, int level) {
    int n = s->holds[me_now], copies = s->players > 2 ? 2 : 1;
    for (int c = 0; c < 64; c++) live[c] = (c & 15) >= 1 && (c & 15) < 14 ? copies : 0;
    for (int i = 0; i < n; i++) {
        hand[i] = s->hand[me_now][i] & 63;
        live[hand[i]]--;
    }
    if (level == HARD) {
        for (int i = 0; i < s->thrown; i++) live[s->pile[i]]--;
        for (int p = 0; p < s->players; p++)
            if (p != me_now)
                for (int i = 0; i < s->holds[p]; i++)
                    if (s->hand[p][i] < DOWN) live[s->hand[p][i]]--;
    } else if (pile_top(s) && live[pile_top(s)])
        live[pile_top(s)]--;
    return n;
}

// The index of the discard for the least deadwood << 8, plus that deadwood.
static int cheapest_discard(G *s, int n, int whole, int m) {
    int best = 255, place = 0, bits = 0;
    if (m) {
        place = loose[0];
        if (m > 1 && (hand[place] & 15) == wild && !last_turn(s)) place = loose[1];
        best = whole - worth(hand[place]);
    }
    for (int k = 0; k < m; k++) bits |= 1 << loose[k];
    for (int v = 10; v > 0; v--) {
        if (whole - v >= best) break;
        for (int j = 0; j < n; j++) {
            int c = hand[j];
            if ((bits >> j & 1) || (c & 15) == wild || VALUE[c & 15] != v || !best) continue;
            u8 rest[20];
            int k = 0;
            for (int i = 0; i < n; i++)
                if (i != j) rest[k++] = hand[i];
            int x = solve(rest, k, 0);
            if (x < best) {
                best = x;
                place = j;
            }
        }
    }
    if (best == 255) best = 0;
    return place << 8 | best;
}

// Stock or pile, for easy, medium and hard.
static int draw(G *s, int n, int level) {
    int top = pile_top(s);
    if (!top || s->turns >= 120) return STOCK;
    int dead = solve(hand, n, 1), m = sort_loose(n, loosened),
        ahead = expect(m, dead, -1, unseen());
    hand[n] = top;
    int whole = solve(hand, n + 1, 1);
    m = sort_loose(n + 1, loosened);
    int taken = cheapest_discard(s, n + 1, whole, m) & 255;
    if ((top & 15) == wild) return taken < dead || level != EASY ? PILE : STOCK;
    if (taken * 16 < ahead) return PILE;
    if (level == EASY && s->turns < 4 * s->players)
        for (int k = 0; k < m; k++) {
            int c = hand[loose[k]];
            if (loose[k] < n && (c & 15) != wild && near(c, top)) return PILE;
        }
    return STOCK;
}

/* greedy of arena.py */
static int greedy(G *s) {
    int p = s->turn, n = s->holds[p];
    u8 h[20];
    for (int i = 0; i < n; i++) h[i] = s->hand[p][i] & 63;
    if (s->phase == DRAWING) {
        if (!pile_top(s) || s->turns >= 120) return STOCK;
        int dead = least(h, n, s->wild, s->price);
        // cheapest_discard of hand+top: the least deadwood after the best discard
        h[n] = pile_top(s);
        n++;
        int whole = least(h, n, s->wild, s->price), loose = loose_bits(h, n, s->wild), best = 255;
        for (int j = 0; j < n; j++)
            if (loose >> j & 1) {
                int x = whole - worth(h[j]);
                if (x < best) best = x;
            }
        for (int v = 10; v > 0; v--) {
            if (whole - v >= best || !best) break;
            for (int j = 0; j < n; j++)
                if (!(loose >> j & 1) && (h[j] & 15) != s->wild && VALUE[h[j] & 15] == v && best &&
                    whole - v < best) {
                    u8 r[20];
                    int k = 0;
                    for (int i = 0; i < n; i++)
                        if (i != j) r[k++] = h[i];
                    int x = least(r, k, s->wild, s->price);
                    if (x < best) best = x;
                }
        }
        if (best == 255) {
            u8 r[20];
            int j = 0, k = 0;
            while ((h[j] & 15) != s->wild) j++;
            for (int i = 0; i < n; i++)
                if (i != j) r[k++] = h[i];
            best = least(r, k, s->wild, s->price);
        }
        return best < dead ? PILE : STOCK;
    }
    int dead = least(h, n, s->wild, s->price);
    if (s->phase == DECLARING) return s->may && dead <= 2 + 2 * s->round ? OUT : END;
    int loose = loose_bits(h, n, s->wild), bj = -1;
    if (loose) {
        for (int j = 0; j < n; j++)
            if ((loose >> j & 1) && (bj < 0 || worth(h[j]) > worth(h[bj]))) bj = j;
        return DISCARD | h[bj];
    }
    int best = 255, place = 0;
    for (int v = 10; v > 0; v--) {
        if (dead - v >= best || !best) break;
        for (int j = 0; j < n; j++)
            if ((h[j] & 15) != s->wild && VALUE[h[j] & 15] == v && dead - v < best && best) {
                u8 r[20];
                int k = 0;
                for (int i = 0; i < n; i++)
                    if (i != j) r[k++] = h[i];
                int x = least(r, k, s->wild, s->price);
                if (x < best) {
                    best = x;
                    place = j;
                }
            }
    }
    if (best == 255) {
        place = 0;
        while ((h[place] & 15) != s->wild) place++;
    }
    return DISCARD | h[place];
}

/* exact of arena.py */
// The least deadwood of h[:n] after the best discard.
static int after_discard(const u8 *h, int n) {
    int whole = least(h, n, wild, price), best = 1 << 20;
    for (int v = 20; v > 0 && whole - v < best && best; v--)
        for (int j = 0; j < n && whole - v < best; j++)
            if (worth(h[j]) == v && (!j || h[j] != h[j - 1])) {
                u8 rest[20];
                memcpy(rest, h, j);
                memcpy(rest + j, h + j + 1, n - j - 1);
                int x = least(rest, n - 1, wild, price);
                if (x < best) best = x;
            }
    return best;
}

// The sum of that over all cards that may come to h[:n].
static int after_draws(const u8 *h, int n) {
    u8 held[20];
    int total = 0;
    memcpy(held, h, n);
    for (int c = 0; c < 64; c++)
        if (live[c]) {
            held[n] = c;
            total += live[c] * after_discard(held, n + 1);
        }
    return total;
}

static int exact(G *s) {
    int n = look(s, HARD), top = pile_top(s), place = 0;
    if (s->phase == DRAWING) {
        if (!top || s->turns >= 120) return STOCK;
        int ahead = after_draws(hand, n);
        hand[n] = top;
        return after_discard(hand, n + 1) * unseen() < ahead ? PILE : STOCK;
    }
    if (s->phase == DECLARING)
        return s->may && 2 * least(hand, n, wild, price) <= 8 + 3 * s->round ? OUT : END;
    int64_t best = 1ll << 60;
    for (int j = 0; j < n; j++) {
        u8 rest[20];
        memcpy(rest, hand, j);
        memcpy(rest + j, hand + j + 1, n - j - 1);
        int64_t x = least(rest, n - 1, wild, price) * 32 + 20 - worth(hand[j]);
        if (!last_turn(s)) x += (int64_t)after_draws(rest, n - 1) << 16;
        if (x < best) {
            best = x;
            place = j;
        }
    }
    return DISCARD | hand[place];
}

#define NI 25
#define MAXH 16
enum { DISC, GOOUT };
static const int NIN[2] = {25, 16};
typedef struct {
    int n, h;
    float mu[NI], sd[NI], w1[MAXH][NI], b1[MAXH], w2[MAXH], b2;
} Net;
static Net nets[2];
static int have;
typedef struct {
    int n, h;
    int w[MAXH][NI], b[MAXH], v[MAXH], c;
} QNet;
static QNet tables[2];

/* bots/three_thirteen_weigh.py */
static int value_of(QNet *q, const u8 *x) {
    int y = q->c;
    for (int k = 0; k < q->h; k++) {
        int a = q->b[k] * 64;
        for (int i = 0; i < q->n; i++) a += q->w[k][i] * x[i];
        if (a > 0) y += (a >> 8) * q->v[k];
    }
    return y;
}

static inline int clip(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

// Inputs of the table.
static void context(G *s, u8 *x) { // 7
    int others = 0, taken = 0, thrown = 0;
    for (int p = 0; p < s->players; p++)
        if (p != me_now && (s->plays >> p & 1)) {
            others++;
            int c = s->last[p];
            thrown += c ? VALUE[c & 15] : 12;
            for (int i = 0; i < s->holds[p]; i++) taken += s->hand[p][i] < DOWN;
        }
    int passed = 10;
    for (int i = 0; i < s->thrown - 1; i++) {
        int c = s->pile[i];
        if ((c & 15) != wild && VALUE[c & 15] < passed) passed = VALUE[c & 15];
    }
    x[0] = s->round * 16;
    x[1] = clip(s->turns / (others + 1) * 8);
    x[2] = clip((s->cards - s->dealt) * 4 / (others + 1));
    x[3] = clip(thrown * 16 / others);
    x[4] = clip(taken * 32 / others);
    x[5] = passed * 16;
    x[6] = others * 64;
}

// Inputs of the hand; returns the expected deadwood, in sixteenths.
static int weigh_hand(int n, int dead, int m, int count, u8 *x) { // 9
    int e = expect(m, dead, -1, count);
    int less = 0, zero = 0;
    for (int c = 0; c < 64; c++)
        if (live[c]) {
            if (after[c] < dead - 3) less += live[c];
            if (after[c] <= 2) zero += live[c];
        }
    int total = 0, w = 0;
    for (int k = 0; k < m; k++) total += chances[loose[k]];
    for (int k = 0; k < n; k++) w += (hand[k] & 15) == wild;
    count++;
    x[0] = clip(dead * 2);
    x[1] = clip(e / 8);
    x[2] = less * 255 / count;
    x[3] = zero * 255 / count;
    x[4] = clip(total * 16 / count);
    x[5] = clip(m * 16);
    x[6] = m ? clip(worth(hand[loose[0]]) * 16) : 0;
    x[7] = m > 1 ? clip(worth(hand[loose[1]]) * 16) : 0;
    x[8] = clip(w * 32);
    return e;
}

static u8 discard_inputs[16][NI];
static int discard_place[16], discard_expected[16], discard_dead[16];

// Inputs of each loose card that may be discarded; returns their number.
static int weigh_discards(G *s, int m, int whole) {
    int k = 0, count = unseen();
    u8 ctx[8];
    context(s, ctx);
    expect(m, whole, -1, count);
    int total = 0, w = 0;
    for (int q = 0; q < m; q++) total += chances[loose[q]];
    int n = s->holds[me_now];
    for (int q = 0; q < n; q++) w += (hand[q] & 15) == wild;
    for (int q = 0; q < m; q++) {
        int j = loose[q], c = hand[j];
        if ((c & 15) == wild && m > 1) continue;
        int points = worth(c), rank = c & 15, dead = whole - points;
        u8 *x = discard_inputs[k];
        int ch = total - 2 * chances[j];
        int e = expect(m, whole, j, count);
        int less = 0, zero = 0;
        for (int t = 0; t < 64; t++)
            if (live[t]) {
                if (after[t] < dead - 3) less += live[t];
                if (after[t] <= 2) zero += live[t];
            }
        int d1 = q       ? loose[0]
                 : m > 1 ? loose[1]
                         : -1,
            d2 = q > 1 || m < 3 ? (q > 1 ? loose[1] : -1) : loose[2];
        if (q == 1) d2 = m > 2 ? loose[2] : -1;
        int cc = count + 1;
        x[0] = clip(dead * 2);
        x[1] = clip(e / 8);
        x[2] = less * 255 / cc;
        x[3] = zero * 255 / cc;
        x[4] = clip(ch * 16 / cc);
        x[5] = clip((m - 1) * 16);
        x[6] = d1 < 0 ? 0 : clip(worth(hand[d1]) * 16);
        x[7] = d2 < 0 ? 0 : clip(worth(hand[d2]) * 16);
        x[8] = clip(w * 32);
        discard_expected[k] = e;
        discard_dead[k] = dead;
        int same = 0, close = 0, following = -1;
        for (int i = 1; i < s->players; i++) {
            int p = (me_now + i) % s->players;
            if (!(s->plays >> p & 1)) continue;
            int weight = following < 0 ? 4 : 1;
            if (following < 0) following = p;
            for (int t = 0; t < s->holds[p]; t++) {
                int o = s->hand[p][t];
                if (o < DOWN) {
                    if ((o & 15) == rank)
                        same += weight;
                    else if ((o & 48) == (c & 48) && -3 < (o & 15) - rank && (o & 15) - rank < 3)
                        close += weight;
                }
            }
        }
        int thrown = s->last[following];
        int room = (thrown ? worth(thrown) : 10) - points;
        x[9] = clip(points * 16);
        x[10] = clip(room * 16);
        x[11] = clip(same * 16);
        x[12] = clip(close * 16);
        int ls = 0, ln = 0, ps = 0, pn = 0;
        for (int u = 0; u < 4; u++) ls += live[u << 4 | rank];
        for (int d = -2; d < 3; d++) {
            int r = rank + d;
            if (d && r > 0 && r < 14 && r != wild)
                ln += live[(c & 48) | r] * (d == 1 || d == -1 ? 2 : 1);
        }
        for (int i = 0; i < s->thrown; i++) {
            int o = s->pile[i], d = (o & 15) - rank;
            if (!d)
                ps++;
            else if ((o & 48) == (c & 48) && d < 3 && d > -3)
                pn++;
        }
        x[13] = clip(ls * 16);
        x[14] = clip(ln * 16);
        x[15] = clip(ps * 32);
        x[16] = clip(pn * 32);
        memcpy(x + 17, ctx, 7);
        x[24] = clip(wild * 16);
        discard_place[k++] = j;
    }
    return k;
}

static u8 out_inputs[NI];
static void weigh_out(G *s, int n, int dead) {
    int m = sort_loose(n, loosened);
    weigh_hand(n, dead, m, unseen(), out_inputs);
    context(s, out_inputs + 9);
}

// Hard uses its network; medium, and hard in the first pass, the expected deadwood.
static int best_discard(int k, int level) {
    int b = 0, best = -(1 << 30);
    for (int i = 0; i < k; i++) {
        int y = level == HARD && have ? value_of(&tables[DISC], discard_inputs[i])
                                      : -discard_expected[i] * 5 - (discard_dead[i]) * 16 * 3;
        if (y > best) {
            best = y;
            b = i;
        }
    }
    return b;
}

/* bots/three_thirteen.py */
static int player(G *s, int level) {
    int n = look(s, level);
    if (s->phase == DRAWING) return draw(s, n, level);
    int dead = solve(hand, n, 1);
    if (s->phase == DISCARDING) {
        int m = sort_loose(n, loosened), place = cheapest_discard(s, n, dead, m) >> 8;
        if (!m || last_turn(s) || ((hand[loose[0]] & 15) != wild && place != loose[0]))
            return DISCARD | hand[place];
        return DISCARD | hand[discard_place[best_discard(weigh_discards(s, m, dead), level)]];
    }
    if (!s->may) return END;
    if (!dead) return OUT;
    if (level == EASY) return END;
    if (level == MEDIUM) return dead <= 2 + s->round / 2 ? OUT : END;
    if (!have) return dead <= 2 + 2 * s->round ? OUT : END;
    weigh_out(s, n, dead);
    return value_of(&tables[GOOUT], out_inputs) > 0 ? OUT : END;
}

static int choose(G *s, int kind) {
    me_now = s->turn;
    wild = s->wild;
    price = s->price;
    return kind == GREEDY ? greedy(s) : kind == EXACT ? exact(s) : player(s, kind);
}

// Round a network to the handheld's bytes.
static void quantise(int w) {
    Net *t = &nets[w];
    QNet *q = &tables[w];
    q->n = t->n;
    q->h = t->h;
    float v[MAXH], top = 0;
    for (int k = 0; k < t->h; k++) {
        float m = 0, b = t->b1[k];
        for (int i = 0; i < t->n; i++) {
            float a = t->w1[k][i] / t->sd[i];
            b -= a * t->mu[i];
            if (fabsf(a) > m) m = fabsf(a);
        }
        float s = 127 / (m + 1e-9f);
        for (int i = 0; i < t->n; i++) q->w[k][i] = lrintf(t->w1[k][i] / t->sd[i] * s);
        float bb = b * s / 64;
        if (bb > 32767) bb = 32767;
        if (bb < -32768) bb = -32768;
        q->b[k] = lrintf(bb);
        v[k] = t->w2[k] / s * 256;
        if (fabsf(v[k]) > top) top = fabsf(v[k]);
    }
    float g = 2047 / (top + 1e-12f);
    for (int k = 0; k < t->h; k++) q->v[k] = lrintf(v[k] * g);
    q->c = lrintf(t->b2 * g);
}

typedef struct {
    int off, n;
} Grp;
static u8 (*X[2])[NI];
static float *Y[2];
static Grp *g;
static int ng, num[2];

/* Positions and the values of choices */
// Play a round to its end; returns the others' deadwood minus that of player `me`.
static double value(G *s, int me, int *kinds) {
    while (s->phase != SCORED) apply(s, choose(s, kinds[s->turn]));
    double o = 0;
    for (int p = 0; p < s->players; p++)
        if (p != me) o += s->pen[p];
    return o / (s->players - 1) - s->pen[me];
}

// Roughly normal, with mean 0 and standard deviation 1.
static float gauss(void) {
    float a = 0;
    for (int i = 0; i < 12; i++) a += random_word() / 4294967296.f;
    return a - 6;
}

// A random network for inputs of the given distribution.
static void start(Net *t, int w, int h) {
    int n = t->n = NIN[w], N = num[w];
    t->h = h;
    for (int i = 0; i < n; i++) {
        double a = 0, b = 0;
        for (int k = 0; k < N; k++) {
            double v = X[w][k][i];
            a += v;
            b += v * v;
        }
        a /= N;
        t->mu[i] = a;
        b = b / N - a * a;
        t->sd[i] = b > 1 ? sqrt(b) : 1;
        if (t->sd[i] < 8) t->sd[i] = 8;
    }
    for (int k = 0; k < h; k++) {
        t->b1[k] = gauss() * .5;
        t->w2[k] = gauss() * .1;
        for (int i = 0; i < n; i++) t->w1[k][i] = gauss() / sqrt(n);
    }
    t->b2 = 0;
}
#define NP (MAXH * NI + 2 * MAXH + 1)
static float grad[NP], m1[NP], m2[NP], *par[NP];

// The addresses of all parameters.
static int params(Net *t) {
    int k = 0;
    for (int h = 0; h < t->h; h++)
        for (int i = 0; i < t->n; i++) par[k++] = &t->w1[h][i];
    for (int h = 0; h < t->h; h++) {
        par[k++] = &t->b1[h];
        par[k++] = &t->w2[h];
    }
    par[k++] = &t->b2;
    return k;
}

static float Z[16][NI], A[16][MAXH];

// Forward pass; keeps what backward needs in slot s.
static float forward(Net *t, const u8 *x, int s) {
    float y = t->b2;
    for (int i = 0; i < t->n; i++) Z[s][i] = (x[i] - t->mu[i]) / t->sd[i];
    for (int k = 0; k < t->h; k++) {
        float a = t->b1[k];
        for (int i = 0; i < t->n; i++) a += t->w1[k][i] * Z[s][i];
        A[s][k] = a > 0 ? a : 0;
        y += t->w2[k] * A[s][k];
    }
    return y;
}

// Backward pass: add to the gradient; dy is that of the result.
static void backward(Net *t, int s, float dy) {
    int base = t->h * t->n;
    for (int k = 0; k < t->h; k++)
        if (A[s][k] > 0) {
            grad[base + 2 * k + 1] += dy * A[s][k];
            float d = dy * t->w2[k];
            grad[base + 2 * k] += d;
            for (int i = 0; i < t->n; i++) grad[k * t->n + i] += d * Z[s][i];
        }
    grad[base + 2 * t->h] += dy;
}

// Adam on the squared error; for a discard, on its difference from the others of its hand.
static void fit(int w, int epochs, float lr0) {
    Net *t = &nets[w];
    int np = params(t);
    memset(m1, 0, sizeof m1);
    memset(m2, 0, sizeof m2);
    int N = w == DISC ? ng : num[w], train = N * 19 / 20, B = w == DISC ? 64 : 128,
        *ord = malloc(4 * N);
    long step = 0, steps = (long)epochs * (train / B);
    for (int i = 0; i < train; i++) ord[i] = i;
    double a = 0, b = 0;
    for (int e = 0; e < epochs; e++) {
        for (int i = train - 1; i > 0; i--) {
            int j = random_below(i + 1);
            int x = ord[i];
            ord[i] = ord[j];
            ord[j] = x;
        }
        for (int o = 0; o + B <= train; o += B) {
            memset(grad, 0, sizeof(float) * np);
            for (int i = o; i < o + B; i++) {
                if (w == DISC) {
                    Grp q = g[ord[i]];
                    float f[16], fm = 0, ym = 0;
                    for (int k = 0; k < q.n; k++) {
                        f[k] = forward(t, X[0][q.off + k], k);
                        fm += f[k];
                        ym += Y[0][q.off + k];
                    }
                    fm /= q.n;
                    ym /= q.n;
                    for (int k = 0; k < q.n; k++)
                        backward(t, k, ((f[k] - fm) - (Y[0][q.off + k] - ym)) / B);
                } else
                    backward(t, 0, (forward(t, X[w][ord[i]], 0) - Y[w][ord[i]]) / B);
            }
            step++;
            float lr = lr0 * 0.5f * (1 + cosf(3.14159f * step / steps));
            float c1 = 1 - powf(.9f, step), c2 = 1 - powf(.999f, step);
            for (int i = 0; i < np; i++) {
                m1[i] = .9f * m1[i] + .1f * grad[i];
                m2[i] = .999f * m2[i] + .001f * grad[i] * grad[i];
                *par[i] -= lr * ((m1[i] / c1) / (sqrtf(m2[i] / c2) + 1e-6f) + 2e-3f * *par[i]);
            }
        }
        if (e == epochs - 1) {
            a = b = 0;
            for (int i = train; i < N; i++) {
                if (w == DISC) {
                    Grp q = g[i];
                    float f[16], fm = 0, ym = 0;
                    for (int k = 0; k < q.n; k++) {
                        f[k] = forward(t, X[0][q.off + k], k);
                        fm += f[k];
                        ym += Y[0][q.off + k];
                    }
                    fm /= q.n;
                    ym /= q.n;
                    for (int k = 0; k < q.n; k++) {
                        float y = Y[0][q.off + k] - ym, d = f[k] - fm - y;
                        a += d * d;
                        b += y * y;
                    }
                } else {
                    float d = forward(t, X[w][i], 0) - Y[w][i];
                    a += d * d;
                    b += Y[w][i] * Y[w][i];
                }
            }
            fprintf(stderr, "%s: %d choices, %.4f of the variance of those held out is left\n",
                    w ? "out" : "discard", N, a / b);
        }
    }
    free(ord);
}

// Play a game of a numbered deal; returns the winner, with the totals in tot.
static int game(int *kinds, int np, int deal, int *tot) {
    G s;
    memset(&s, 0, sizeof s);
    s.players = np;
    s.plays = (1 << np) - 1;
    seed_deal(deal, 0x500);
    s.dealer = below(np);
    for (int p = 0; p < np; p++) tot[p] = 0;
    for (int r = 1; r <= 12; r++) {
        if (r == 12) {
            int b = 1 << 20, w = 0;
            for (int p = 0; p < np; p++) {
                if (tot[p] < b) {
                    b = tot[p];
                    w = 0;
                }
                if (tot[p] == b) w |= 1 << p;
            }
            if (!(w & (w - 1))) return __builtin_ctz(w);
            s.plays = w;
        }
        if (r > 1) s.dealer = next_player(&s, s.dealer);
        deal_round(&s, deal, r, 0);
        while (s.phase != SCORED) apply(&s, choose(&s, kinds[s.turn]));
        for (int p = 0; p < np; p++) tot[p] += s.pen[p];
    }
    int b = 1 << 20, w = 0;
    for (int p = 0; p < np; p++)
        if (s.plays >> p & 1) {
            if (tot[p] < b) {
                b = tot[p];
                w = 0;
            }
            if (tot[p] == b) w |= 1 << p;
        }
    if (w & (w - 1)) { // cut
        u8 d[104];
        int k = 0, nd = np > 2 ? 2 : 1;
        for (int q = 0; q < nd; q++)
            for (int u = 0; u < 4; u++)
                for (int r = 1; r < 14; r++) d[k++] = u << 4 | r;
        shuffle_deal(d, k, deal, 0x500 + 13);
        k = 0;
        while (w & (w - 1)) {
            int best = 14, tied = 0, p = s.dealer;
            for (int i = 0; i < np; i++) {
                p = (p + 1) % np;
                if (w >> p & 1) {
                    int c = d[k++];
                    if ((c & 15) < best) {
                        best = c & 15;
                        tied = 0;
                    }
                    if ((c & 15) == best) tied |= 1 << p;
                }
            }
            w = tied;
        }
    }
    return __builtin_ctz(w);
}

// Play the round on for each card that hard considers; returns the next move, sometimes another.
static int note_discards(G *s, int me, int *kinds, int m) {
    int n = look(s, HARD), whole = solve(hand, n, 1), mm = sort_loose(n, loosened),
        place = cheapest_discard(s, n, whole, mm) >> 8, k = 0;
    if (mm && !((hand[loose[0]] & 15) != wild && place != loose[0]))
        k = weigh_discards(s, mm, whole);
    if (k < 2) return m;
    int at = num[0], cd[16];
    g[ng].off = at;
    g[ng].n = k;
    for (int i = 0; i < k; i++) {
        memcpy(X[0][at + i], discard_inputs[i], NI);
        cd[i] = hand[discard_place[i]];
    }
    for (int i = 0; i < k; i++) {
        G u = *s;
        apply(&u, DISCARD | cd[i]);
        Y[0][at + i] = value(&u, me, kinds);
    }
    num[0] += k;
    ng++;
    return random_below(8) ? m : DISCARD | cd[random_below(k)];
}

// The same with and without going out.
static void note_out(G *s, int me, int *kinds, int groups) {
    int n = look(s, HARD), dead = solve(hand, n, 1);
    if (!dead || dead > 14 + 2 * s->round || num[1] == groups) return;
    weigh_out(s, n, dead);
    memcpy(X[1][num[1]], out_inputs, NI);
    G t = *s, u = *s;
    apply(&u, OUT);
    apply(&t, END);
    Y[1][num[1]++] = value(&u, me, kinds) - value(&t, me, kinds);
}

// Play rounds until that many discards are recorded.
static void gather(int groups) {
    num[0] = num[1] = ng = 0;
    while (ng < groups) {
        int np = random_below(100) < PAIRS ? 2 : 3 + random_below(2);
        G s;
        memset(&s, 0, sizeof s);
        s.players = np;
        s.plays = (1 << np) - 1;
        s.dealer = random_below(np);
        deal_round(&s, 0, 1 + random_below(11), 1);
        int me = random_below(np), kinds[4];
        for (int p = 0; p < np; p++) {
            int z = random_below(100);
            kinds[p] = p == me ? HARD : z < 60 ? GREEDY : z < 80 ? MEDIUM : HARD;
        }
        while (s.phase != SCORED) {
            if (s.turn != me) {
                apply(&s, choose(&s, kinds[s.turn]));
                continue;
            }
            int m = choose(&s, HARD);
            if (s.phase == DISCARDING && !last_turn(&s) && random_below(3) == 0)
                m = note_discards(&s, me, kinds, m);
            else if (s.phase == DECLARING && s.may)
                note_out(&s, me, kinds, groups);
            apply(&s, m);
        }
    }
}

static void print_nets(void) {
    for (int w = 0; w < 2; w++) {
        QNet *q = &tables[w];
        printf("%s %d\n", w ? "OUT" : "DISCARD", q->c);
        for (int k = 0; k < q->h; k++) {
            for (int i = 0; i < q->n; i++) printf("%d ", q->w[k][i]);
            printf("%d %d\n", q->b[k], q->v[k]);
        }
    }
}

static int read_nets(FILE *f) {
    for (int w = 0; w < 2; w++) {
        QNet *q = &tables[w];
        char name[16];
        q->n = NIN[w];
        q->h = MAXH;
        if (fscanf(f, "%15s %d", name, &q->c) != 2) return 0;
        for (int k = 0; k < q->h; k++) {
            for (int i = 0; i < q->n; i++)
                if (fscanf(f, "%d", &q->w[k][i]) != 1) return 0;
            if (fscanf(f, "%d %d", &q->b[k], &q->v[k]) != 2) return 0;
        }
    }
    return have = 1;
}

static void tune(int groups, int passes, int seed) {
    random_state += (uint64_t)seed * 7919;
    for (int i = 0; i < 20; i++) random_word();
    for (int w = 0; w < 2; w++) {
        size_t M = groups * (w ? 1 : 16);
        M += 1024;
        X[w] = malloc(NI * M);
        Y[w] = malloc(4 * M);
    }
    g = malloc(sizeof(Grp) * (groups + 64));
    for (int pass = 0; pass < passes; pass++) {
        gather(groups);
        for (int w = 0; w < 2; w++) {
            start(&nets[w], w, MAXH);
            fit(w, EPOCHS, 3e-3f);
            quantise(w);
        }
        have = 1;
    }
    print_nets();
}
int main(int c, char **v) {
    if (c == 5 && !strcmp(v[1], "tune")) {
        tune(atoi(v[2]), atoi(v[3]), atoi(v[4]));
        return 0;
    }
    if (c == 5 && !strcmp(v[1], "play")) {
        if (!read_nets(stdin)) return 2;
        int kinds[4], np = 0;
        for (char *p = strtok(v[2], ","); p; p = strtok(0, ","))
            kinds[np++] = !strcmp(p, "easy") ? EASY : !strcmp(p, "medium") ? MEDIUM : !strcmp(p, "hard") ? HARD : !strcmp(p, "exact") ? EXACT : GREEDY;
        int first = atoi(v[4]), games = atoi(v[3]);
        for (int d = first; d < first + games; d++)
            for (int turn = 0; turn < np; turn++) {
                int k2[4], tot[4];
                for (int p = 0; p < np; p++) k2[p] = kinds[(p + turn) % np];
                printf("%d %d %d", d, turn, game(k2, np, d, tot));
                for (int p = 0; p < np; p++) printf(" %d", tot[p]);
                puts("");
            }
        return 0;
    }
    return 2;
}
