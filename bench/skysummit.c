/* Skysummit's perft in plain C, to hold the compiled Python against: same start, same walk. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 5, CELLS = 25, SUMMIT = 3, DOME = 4, NOWHERE = 31, ONGOING = -1, DRAW = -2 };
enum { TARGET = 5, BUILD = 10, WORKER = 15, PLACE = 1 << 17 };
enum { REACH_LEVEL3 = 2, TURN_LIMIT = 3 };

typedef struct {
    int to_move, verdict, reason, ply, turn_limit;
    int height[CELLS];
    unsigned above[5]; /* above[n]: the cells of height n and more */
    int where[4];
    unsigned past[512];
} Position;

static unsigned near[CELLS];
static unsigned stack[1 << 17];

static void compare_altitudes(Position *p) {
    int a = p->height[p->where[0]] + p->height[p->where[1]];
    int b = p->height[p->where[2]] + p->height[p->where[3]];
    p->verdict = a > b ? 0 : a < b ? 1 : DRAW;
    p->reason = TURN_LIMIT;
}

static void place(Position *p, unsigned move) {
    int a = move & 31, b = move >> TARGET & 31;
    p->where[2 * p->to_move] = a < b ? a : b;
    p->where[2 * p->to_move + 1] = a < b ? b : a;
    p->to_move ^= 1;
}

static int generate_places(const Position *p, int at) {
    unsigned occupied = 0;
    for (int i = 0; i < 4; i++) occupied |= 1u << p->where[i];
    for (int a = 0; a < CELLS; a++)
        for (int b = a + 1; b < CELLS; b++)
            if (!(occupied & (1u << a | 1u << b))) {
                stack[at++] = PLACE | b << TARGET | a;
                stack[at++] = PLACE | a << TARGET | b;
            }
    return at;
}

static int generate(const Position *p, int at) {
    if (p->verdict != ONGOING) return at;
    if (p->ply < 2) return generate_places(p, at);
    unsigned occupied = 0;
    for (int i = 0; i < 4; i++) occupied |= 1u << p->where[i];
    for (int worker = 2 * p->to_move; worker < 2 * p->to_move + 2; worker++) {
        int source = p->where[worker];
        unsigned others = occupied ^ 1u << source;
        unsigned targets = near[source] & ~occupied & ~p->above[p->height[source] + 2];
        for (; targets; targets &= targets - 1) {
            int target = __builtin_ctz(targets);
            unsigned step = worker << WORKER | target << TARGET | source;
            if (p->height[target] == SUMMIT) {
                stack[at++] = step | NOWHERE << BUILD;
                continue;
            }
            unsigned sites = near[target] & ~others & ~p->above[DOME];
            for (; sites; sites &= sites - 1) stack[at++] = step | __builtin_ctz(sites) << BUILD;
        }
    }
    return at;
}

static void play(Position *p, unsigned move) {
    p->past[p->ply++ & 511] = move;
    if (move & PLACE) {
        place(p, move);
        return;
    }
    int target = move >> TARGET & 31, build = move >> BUILD & 31;
    p->where[move >> WORKER] = target;
    if (build == NOWHERE) {
        p->verdict = p->to_move;
        p->reason = REACH_LEVEL3;
        p->to_move ^= 1;
        return;
    }
    p->to_move ^= 1;
    p->above[++p->height[build]] |= 1u << build;
    if (p->ply >= p->turn_limit) compare_altitudes(p);
}

static void undo(Position *p) {
    unsigned move = p->past[--p->ply & 511];
    p->to_move ^= 1;
    p->verdict = ONGOING;
    p->reason = 0;
    if (move & PLACE) {
        p->where[2 * p->to_move] = p->where[2 * p->to_move + 1] = NOWHERE;
        return;
    }
    int source = move & 31, build = move >> BUILD & 31;
    if (build != NOWHERE) p->above[p->height[build]--] ^= 1u << build;
    p->where[move >> WORKER] = source;
}

static long long perft(Position *p, int depth, int at) {
    if (depth == 0) return 1;
    int end = generate(p, at);
    long long total = 0;
    for (int i = at; i < end; i++) {
        play(p, stack[i]);
        total += depth == 1 ? 1 : perft(p, depth - 1, end);
        undo(p);
    }
    return total;
}

int main(int argc, char **argv) {
    int workers[4] = {6, 18, 8, 16};
    Position p = {.verdict = ONGOING, .ply = 2, .turn_limit = 200, .above = {(1u << CELLS) - 1}};
    for (int i = 0; i < 4; i++) p.where[i] = workers[i];
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++)
            if (a != b && abs(a / SIZE - b / SIZE) <= 1 && abs(a % SIZE - b % SIZE) <= 1)
                near[a] |= 1u << b;
    clock_t began = clock();
    long long leaves = perft(&p, argc > 1 ? atoi(argv[1]) : 4, 0);
    printf("%lld %f\n", leaves, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
