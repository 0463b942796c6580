/* Caldera's perft in plain C, as a measure for the compiled Python.
 *
 *     gcc -O3 -o caldera bench/caldera.c && ./caldera 5
 *
 * prints the leaves at that depth from the start and the CPU seconds they took. The data are those
 * of games/caldera/rules.py, and every leaf is played and taken back. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 7, CELLS = 49, VENT = 4, NOWHERE = 63, PIECES = 5, LANCER = 1, SMITH = 3 };
enum { TARGET = 6, PIECE = 12, VICTIM = 16, CELL = 63 };
enum { FORGE = 1 << 20, CAPTURE = 1 << 21, ERUPT = 1 << 22 };
enum { ONGOING = -1, DRAW = -2, UNDO_DEPTH = 512, TURN_LIMIT = 200, STACK = 1 << 17 };
enum {
    NO_LEGAL_MOVES = 1, CROWN_CAPTURED, CROWN_ERUPTED, CROWNS_ERUPTED_MUTUAL,
    TURN_LIMIT_PIECES, TURN_LIMIT_CROWN_HEIGHT, TURN_LIMIT_DRAW
};

typedef uint64_t Mask;
typedef uint32_t Move;

#define BIT(cell) ((Mask)1 << (cell))
static const Mask GROUND = BIT(CELLS) - 1;

typedef struct {
    int to_move, verdict, reason, turn_limit, ply;
    int height[CELLS];
    Mask above[5]; /* cells of height n and more, vents included */
    uint64_t ground_key;
    int where[2 * PIECES];
    Move past[UNDO_DEPTH];
    int quakes;
    Mask old_above[CELLS][5];
    int old_where[CELLS][2 * PIECES];
} Position;

static int NEAR[CELLS][8], FAR[CELLS][8];
static Mask AROUND[CELLS], BESIDE[CELLS];
static uint64_t RAISED[5][CELLS]; /* random numbers for the key */
static Move moves[STACK];

static int lowest(Mask bits) { return __builtin_ctzll(bits); }
static int lower(int a, int b) { return a < b ? a : b; }

static int away(int cell, int direction, int steps)
{
    static const int compass[8][2] = {
        {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1},
    };
    int row = cell / SIZE + steps * compass[direction][0];
    int col = cell % SIZE + steps * compass[direction][1];
    return row >= 0 && row < SIZE && col >= 0 && col < SIZE ? SIZE * row + col : NOWHERE;
}

static uint64_t splitmix(uint64_t seed, int index)
{
    uint64_t value = seed + (uint64_t)index * 0x9E3779B97F4A7C15;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

static void fill_tables(void)
{
    for (int level = 0; level < 5; level++)
        for (int cell = 0; cell < CELLS; cell++)
            RAISED[level][cell] = splitmix(6 + level, 1 + cell);
    for (int cell = 0; cell < CELLS; cell++)
        for (int direction = 0; direction < 8; direction++) {
            int near = away(cell, direction, 1);
            NEAR[cell][direction] = near;
            FAR[cell][direction] = away(cell, direction, 2);
            if (near == NOWHERE)
                continue;
            AROUND[cell] |= BIT(near);
            if (direction % 2 == 0)
                BESIDE[cell] |= BIT(near);
        }
}

static void start(Position *p)
{
    static const int columns[PIECES] = {3, 1, 5, 2, 4};
    *p = (Position){.verdict = ONGOING, .turn_limit = TURN_LIMIT, .above = {GROUND}};
    for (int piece = 0; piece < 2 * PIECES; piece++) {
        int row = piece < PIECES ? SIZE - 1 : 0;
        p->where[piece] = SIZE * row + columns[piece % PIECES];
    }
}

/* The cells of the five pieces from `first` on; NOWHERE may be among them. */
static Mask army(const Position *p, int first)
{
    Mask cells = 0;
    for (int piece = first; piece < first + PIECES; piece++)
        cells |= BIT(p->where[piece]);
    return cells;
}

/* What a piece standing on the cell can climb, whoever stands there. */
static Mask climb_from(const Position *p, int cell)
{
    return GROUND & ~p->above[lower(p->height[cell] + 2, VENT)];
}

static int generate(const Position *p, Move *out, int at)
{
    if (p->verdict != ONGOING)
        return at;
    int first = PIECES * p->to_move;
    Mask own = army(p, first), enemy = army(p, PIECES - first);
    for (int piece = first; piece < first + PIECES; piece++) {
        int source = p->where[piece];
        if (source == NOWHERE)
            continue;
        Move base = (Move)(piece << PIECE | source);
        Mask climb = climb_from(p, source);
        if (first + LANCER <= piece && piece < first + SMITH) {
            for (int direction = 0; direction < 8; direction++) {
                int near = NEAR[source][direction], far = FAR[source][direction];
                if (!(climb >> near & 1))
                    continue;
                out[at] = base | near << TARGET | (enemy >> near & 1) * CAPTURE;
                at += ~own >> near & 1;
                out[at] = base | far << TARGET | (enemy >> far & 1) * CAPTURE;
                at += (climb_from(p, near) & ~own) >> far & 1;
            }
            continue;
        }
        climb &= ~own;
        for (int direction = 0; direction < 8; direction++) {
            int near = NEAR[source][direction];
            out[at] = base | near << TARGET | (enemy >> near & 1) * CAPTURE;
            at += climb >> near & 1;
        }
        if (piece >= first + SMITH) {
            Mask free = GROUND & ~(own | enemy | p->above[VENT]);
            for (int direction = 0; direction < 8; direction += 2) {
                int near = NEAR[source][direction];
                out[at] = FORGE | base | near << TARGET | (p->above[VENT - 1] >> near & 1) * ERUPT;
                at += free >> near & 1;
            }
        }
    }
    return at;
}

static int can_move(const Position *p)
{
    int first = PIECES * p->to_move;
    Mask own = army(p, first);
    Mask taken = own | army(p, PIECES - first) | p->above[VENT];
    for (int piece = first; piece < first + PIECES; piece++) {
        int source = p->where[piece];
        if (source == NOWHERE)
            continue;
        if (AROUND[source] & climb_from(p, source) & ~own)
            return 1;
        if (piece >= first + SMITH && BESIDE[source] & ~taken)
            return 1;
    }
    return 0;
}

static void end(Position *p, int verdict, int reason)
{
    p->verdict = verdict;
    p->reason = reason;
}

static void compare_armies(Position *p)
{
    int pieces = __builtin_popcountll(army(p, 0) & GROUND)
                 - __builtin_popcountll(army(p, PIECES) & GROUND);
    int rise = p->height[p->where[0]] - p->height[p->where[PIECES]];
    if (pieces)
        end(p, pieces > 0 ? 0 : 1, TURN_LIMIT_PIECES);
    else if (rise)
        end(p, rise > 0 ? 0 : 1, TURN_LIMIT_CROWN_HEIGHT);
    else
        end(p, DRAW, TURN_LIMIT_DRAW);
}

static void judge(Position *p)
{
    if (!can_move(p))
        end(p, p->to_move ^ 1, NO_LEGAL_MOVES);
    else
        compare_armies(p);
}

static void judge_crowns(Position *p)
{
    int enemy = p->to_move, mover = p->to_move ^ 1;
    int won = p->where[PIECES * enemy] == NOWHERE;
    int lost = p->where[PIECES * mover] == NOWHERE;
    if (lost || won)
        end(p, lost ? enemy : mover, lost && won ? CROWNS_ERUPTED_MUTUAL : CROWN_ERUPTED);
}

static void remember(Position *p)
{
    for (int level = 0; level < 5; level++)
        p->old_above[p->quakes][level] = p->above[level];
    for (int piece = 0; piece < 2 * PIECES; piece++)
        p->old_where[p->quakes][piece] = p->where[piece];
    p->quakes++;
}

static void restore(Position *p)
{
    p->quakes--;
    for (int level = 0; level < 5; level++) {
        Mask sunk = p->above[level] ^ p->old_above[p->quakes][level];
        p->above[level] ^= sunk;
        for (; sunk; sunk &= sunk - 1) {
            int cell = lowest(sunk);
            p->height[cell]--;
            p->ground_key ^= RAISED[level][cell];
        }
    }
    for (int piece = 0; piece < 2 * PIECES; piece++)
        p->where[piece] = p->old_where[p->quakes][piece];
}

static void erupt(Position *p, int target)
{
    remember(p);
    Mask waiting = BIT(target);
    p->height[target] = VENT;
    p->above[VENT] |= waiting;
    p->ground_key ^= RAISED[VENT][target];
    while (waiting) {
        Mask raised = BESIDE[lowest(waiting)] & ~p->above[VENT];
        waiting &= waiting - 1;
        for (; raised; raised &= raised - 1) {
            int cell = lowest(raised);
            p->height[cell]++;
            p->above[p->height[cell]] |= BIT(cell);
            p->ground_key ^= RAISED[p->height[cell]][cell];
            if (p->height[cell] == VENT)
                waiting |= BIT(cell);
        }
    }
    for (int piece = 0; piece < 2 * PIECES; piece++)
        if (p->where[piece] != NOWHERE && p->height[p->where[piece]] == VENT)
            p->where[piece] = NOWHERE;
    judge_crowns(p);
}

static void capture(Position *p, Move move)
{
    int target = move >> TARGET & CELL;
    int crown = PIECES * p->to_move;
    int victim = crown;
    while (p->where[victim] != target)
        victim++;
    p->where[victim] = NOWHERE;
    p->where[move >> PIECE & 15] = target;
    p->past[(p->ply - 1) & (UNDO_DEPTH - 1)] |= (Move)victim << VICTIM;
    if (victim == crown)
        end(p, p->to_move ^ 1, CROWN_CAPTURED);
}

static void play_special(Position *p, Move move)
{
    int target = move >> TARGET & CELL;
    if (move < FORGE) {
        p->where[move >> PIECE] = target;
    } else if (move < CAPTURE) {
        p->height[target]++;
        p->above[p->height[target]] |= BIT(target);
        p->ground_key ^= RAISED[p->height[target]][target];
    } else if (move < ERUPT) {
        capture(p, move);
    } else {
        erupt(p, target);
    }
    if (p->ply >= p->turn_limit && p->verdict == ONGOING)
        judge(p);
}

static void undo_special(Position *p, Move move)
{
    int target = move >> TARGET & CELL;
    if (move < CAPTURE) {
        p->ground_key ^= RAISED[p->height[target]][target];
        p->above[p->height[target]] ^= BIT(target);
        p->height[target]--;
    } else if (move < ERUPT) {
        p->where[move >> PIECE & 15] = move & CELL;
        p->where[move >> VICTIM & 15] = target;
    } else {
        restore(p);
    }
}

static void play(Position *p, Move move)
{
    p->past[p->ply & (UNDO_DEPTH - 1)] = move;
    p->ply++;
    p->to_move = p->ply & 1;
    if (move >= FORGE || p->ply >= p->turn_limit) {
        play_special(p, move);
        return;
    }
    p->where[move >> PIECE] = move >> TARGET & CELL;
}

static void undo(Position *p)
{
    p->ply--;
    p->to_move = p->ply & 1;
    end(p, ONGOING, 0);
    Move move = p->past[p->ply & (UNDO_DEPTH - 1)];
    if (move >= FORGE) {
        undo_special(p, move);
        return;
    }
    p->where[move >> PIECE] = move & CELL;
}

static long long perft(Position *p, int depth, int at)
{
    if (depth == 0)
        return 1;
    int top = generate(p, moves, at);
    long long total = 0;
    for (int i = at; i < top; i++) {
        play(p, moves[i]);
        total += depth == 1 ? 1 : perft(p, depth - 1, top);
        undo(p);
    }
    return total;
}

int main(int argc, char **argv)
{
    static Position position;
    int depth = argc > 1 ? atoi(argv[1]) : 5;
    fill_tables();
    start(&position);
    clock_t began = clock();
    long long leaves = perft(&position, depth, 0);
    printf("%lld %.3f\n", leaves, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
