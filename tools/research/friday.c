/* Whether a deal of Friday the 13th can be won, all cards known: bots/friday_solver.py, which says
 * why what is left out is never needed, for as many positions as memory holds.
 *
 * Both meet the same positions in the same order, so they can be compared by their number. Here a
 * position is known by 64 bits of its hash: that one of n is taken for another has a chance of
 * some n * n / 2^65, one in half a million for n = 10^7.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { RUNNING, WON, LOST, FORK };
enum { WASTE = 1, PLAY = 2, TURN = 4 }; /* ways on; in a line TURN is a redeal, too */
enum { DEPTH = 96, STEPS = 400, NO_ROOM = -1 };

typedef struct {
    uint8_t played[14]; /* of each rank; [0] repeats [13] */
    uint8_t held[14];   /* of each rank held back since one was played */
    uint8_t next;       /* rank of the pile to be begun next, 14: none */
    uint8_t redeals, wasted, hand, end, turned, gone, plays, ways;
    uint8_t card[48];   /* the waste, and from card[hand] to card[end] the hand: rank | mark << 4 */
    int steps;          /* of the line so far */
} position;

static uint64_t *table, size, mask;
static uint64_t key[80][80]; /* [place][card], and [64 + what][value] */
static uint8_t line[STEPS];

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 30, x *= 0xbf58476d1ce4e5b9, x ^= x >> 27, x *= 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Room for 2^bits positions; NO_ROOM, or 0. */
int room(int bits)
{
    for (int i = 0; i < 80; i++)
        for (int k = 0; k < 80; k++)
            key[i][k] = mixed((uint64_t)(80 * i + k + 1) * 0x9e3779b97f4a7c15);
    free(table);
    size = 1ull << bits;
    table = malloc(size * sizeof *table);
    return table ? 0 : NO_ROOM;
}

static int waits(const position *p, int card) /* until another of its rank is played */
{
    return card >> 4 == p->played[card & 15] + 1;
}

static int known(const position *p, int card) /* a mark that does not count is left out */
{
    return waits(p, card) ? card : card & 15;
}

static uint64_t hash(const position *p)
{
    uint64_t x = key[64][p->next] ^ key[65][p->redeals] ^ key[66][p->wasted]
        ^ key[67][p->end - p->hand] ^ key[68][known(p, p->turned)];
    int n = 0;
    for (int r = 1; r < 14; r++)
        x ^= key[50 + r][p->played[r]];
    for (int i = 0; i < p->wasted; i++)
        x ^= key[n++][known(p, p->card[i])];
    for (int i = p->hand; i < p->end; i++)
        x ^= key[n++][known(p, p->card[i])];
    return x ? x : 1;
}

/* 1: not met before, and entered. */
static int fresh(const position *p)
{
    uint64_t x = hash(p), i = x & mask;
    for (; table[i]; i = (i + 1) & mask)
        if (table[i] == x)
            return 0;
    table[i] = x;
    return 1;
}

static void play(position *p, int way)
{
    int r = (way == WASTE ? p->card[--p->wasted] : p->turned) & 15;
    if (way == PLAY)
        p->turned = 0;
    p->played[r]++;
    p->played[0] = p->played[13];
    p->held[r] = 0;
    p->gone++;
    if (r == p->next)
        p->next++;
    line[p->steps++] = way;
}

/* 0 if nothing is left to be turned. */
static int turn(position *p)
{
    if (p->hand == p->end && !p->turned && !(p->wasted && p->redeals))
        return 0;
    if (p->turned)
        p->card[p->wasted++] = p->turned;
    p->turned = 0;
    if (p->hand == p->end && p->redeals) {
        p->redeals--;
        p->end = p->wasted;
        p->hand = p->wasted = 0;
    }
    if (p->hand < p->end)
        p->turned = p->card[p->hand++];
    line[p->steps++] = TURN;
    return 1;
}

/* Play what is no choice, and turn where nothing can be played. */
static int flow(position *p)
{
    for (;;) {
        int ways = 0, sure = 0, top = 0;
        for (int way = WASTE; way <= PLAY && !sure; way++) {
            int card = way == PLAY ? p->turned : p->wasted ? p->card[p->wasted - 1] : 0;
            int r = card & 15, got = p->played[r], room = r ? p->played[r - 1] : 0;
            if (!r || r == top || waits(p, card))
                continue;
            if (r == p->next || (r < p->next ? got <= room : got < room && got < 3)) {
                ways |= way;
                top = r;
                if (r <= p->next && (room > 2 || p->held[r] + got > 2))
                    sure = way;
            }
        }
        if (sure) {
            play(p, sure);
            if (p->gone == 52)
                return WON;
        } else if (ways) {
            p->plays = ways;
            return FORK;
        } else if (!turn(p))
            return LOST;
    }
}

/* Set p to what follows by the next way that was not tried; 0 if all were. */
static int try_next(position *from, position *p)
{
    int way = from->ways & -from->ways;
    if (!way)
        return 0;
    from->ways ^= way;
    *p = *from;
    if (way != TURN) {
        play(p, way);
        return 1;
    }
    for (way = WASTE; way <= PLAY; way++) /* what could be played is held back */
        if (p->plays & way) {
            uint8_t *card = way == PLAY ? &p->turned : &p->card[p->wasted - 1];
            int r = *card & 15;
            if (r <= p->next) {
                *card = r | (p->played[r] + 1) << 4;
                p->held[r]++;
            }
        }
    return turn(p);
}

/* The relaxed game of friday_solver._dead. */
typedef struct {
    const position *p;
    int most[14], may[14], above[14], next;
    struct { uint8_t rank, may, waits; } card[49];
} relaxed;

/* How many of a rank have room by now. */
static int room_for(const relaxed *g, int r)
{
    int room = g->most[r - 1];
    return r < g->next ? room + 1 : room < 3 ? room : 3;
}

/* More of rank r may be played, which makes room for others. */
static void grow(relaxed *g, int r)
{
    for (;;) {
        int n = g->p->played[r] + g->may[r], room = room_for(g, r);
        if (n > room)
            n = room;
        if (n > g->most[r]) {
            g->most[r] = n;
            g->most[0] = g->most[13];
            r = r % 13 + 1;
        } else if (g->next < 14 && g->above[g->next])
            r = g->next++;
        else
            return;
    }
}

/* Look at a card that n of its rank are played before; 1 if something is new. */
static int look(relaxed *g, int i, int n)
{
    int r = g->card[i].rank, first = !g->card[i].may;
    if (first) {
        if (r != g->next && n >= room_for(g, r))
            return 0;
        if (g->card[i].waits && g->most[r] == g->p->played[r])
            return 0;
        g->card[i].may = 1;
        g->may[r]++;
    }
    int begins = r == g->next;
    g->next += begins;
    grow(g, r);
    return first || begins;
}

static int dead(const position *p)
{
    relaxed g = { .p = p, .next = p->next };
    int size = 0, redeals = p->redeals, top = p->wasted - 1, turned = -1, ahead;
    for (int r = 0; r < 14; r++)
        g.most[r] = p->played[r];
#define LAY(c) (g.card[size].rank = (c) & 15, g.card[size++].waits = waits(p, c))
    for (int i = 0; i < p->wasted; i++)
        LAY(p->card[i]);
    if (p->turned) {
        turned = size;
        LAY(p->turned);
    }
    ahead = size;
    for (int i = p->hand; i < p->end; i++)
        LAY(p->card[i]);
    for (;;) {
        for (int more = 1; more;) {
            more = turned >= 0 && look(&g, turned, p->played[g.card[turned].rank]);
            while (top >= 0) {
                int r = g.card[top].rank, n = p->played[r] + g.above[r];
                more |= look(&g, top, n);
                if (!g.card[top].may || n >= g.most[r])
                    break;
                g.above[r]++;
                top--;
                more = 1;
            }
        }
        int covers = turned;
        if (ahead < size)
            turned = ahead++;
        else if (redeals) {
            redeals--;
            covers = top = -1;
            memset(g.above, 0, sizeof g.above);
            turned = 0;
            ahead = 1;
        } else if (turned >= 0)
            turned = -1;
        else
            return top >= 0 || g.next < 14;
        if (covers >= 0) {
            int r = g.card[covers].rank;
            if (g.card[covers].may && p->played[r] + g.above[r] < g.most[r])
                g.above[r]++;
            else {
                top = covers;
                memset(g.above, 0, sizeof g.above);
            }
        }
    }
}

/* 1 won, 2 lost, 0 unknown after meeting `most` positions.
 *
 * cards: the ranks, 1 for a jack to 13 for a ten, of the waste and then of the hand. `met` gets
 * how many were met; `steps` the line of a win, up to a 0.
 */
int settle(const uint8_t *cards, int wasted, int hand, int turned, int redeals, int next,
           uint64_t most, uint64_t *met, uint8_t *steps)
{
    static position frames[DEPTH];
    position p = { .next = next, .redeals = redeals, .wasted = wasted, .turned = turned };
    int depth = 0, status;
    for (mask = 1023; mask < 2 * most && mask + 1 < size;)
        mask += mask + 1;
    if (most > mask / 8 * 7)
        most = mask / 8 * 7;
    memset(table, 0, (mask + 1) * sizeof *table);
    memset(p.played, 4, sizeof p.played);
    memcpy(p.card, cards, wasted);
    p.hand = 48 - hand;
    p.end = 48;
    memcpy(p.card + p.hand, cards + wasted, hand);
    for (int i = 0; i < wasted + hand; i++)
        p.played[cards[i]]--;
    if (turned)
        p.played[turned]--;
    p.played[0] = p.played[13];
    p.gone = 52 - wasted - hand - (turned > 0);
    *met = 0;
    for (;;) {
        status = flow(&p);
        if (status == WON) {
            memcpy(steps, line, p.steps);
            steps[p.steps] = 0;
            return 1;
        }
        if (status == FORK && !dead(&p) && fresh(&p)) {
            if (++*met > most || depth == DEPTH)
                return 0;
            p.ways = p.plays | TURN;
            frames[depth++] = p;
        }
        do {
            if (!depth)
                return 2;
        } while (!try_next(&frames[depth - 1], &p) && depth--);
    }
}
