/* A bot in C: it draws its moves. Built by `cc -O2 -o randomly randomly.c`, written as
 * `subprocess:./randomly`. It copies its answer from the list of legal moves, so it has to find the
 * ends of JSON values, but not to understand them. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *blank(const char *at) { return at + strspn(at, " \t\r\n"); }

/* The end of a string, whose first quote is at `at`. */
static const char *after_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

/* The end of any value. */
static const char *after_value(const char *at) {
    int depth = 0;
    if (*at == '"') return after_string(at);
    if (*at != '{' && *at != '[') return at + strcspn(at, ",]} \t\r\n");
    while (*at) {
        if (*at == '"') {
            at = after_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if ((*at == '}' || *at == ']') && --depth == 0) return at + 1;
        at++;
    }
    return at;
}

/* The value of a key of an object, NULL if it has none. */
static const char *member(const char *object, const char *key) {
    const char *at = blank(object) + 1;
    size_t length = strlen(key);
    while (*(at = blank(at)) == '"') {
        const char *name = at + 1;
        const char *value = blank(after_string(at));
        value = blank(value + (*value == ':'));
        if (!strncmp(name, key, length) && name[length] == '"') return value;
        at = blank(after_value(value));
        if (*at == ',') at++;
    }
    return NULL;
}

static int is_type(const char *message, const char *type) {
    const char *value = member(message, "type");
    return value && !strncmp(value + 1, type, strlen(type)) && value[1 + strlen(type)] == '"';
}

/* The number of values of a list; `wanted`, if it is among them, is given in `found`. */
static int count(const char *list, int wanted, const char **found) {
    int number = 0;
    const char *at = blank(list + 1);
    while (*at && *at != ']') {
        if (number++ == wanted) *found = at;
        at = blank(after_value(at));
        if (*at == ',') at = blank(at + 1);
    }
    return number;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* an answer that stays in a buffer is no answer */
    while (getline(&line, &size, stdin) > 0) {
        if (is_type(line, "hello")) puts("{\"type\":\"ready\"}");
        if (is_type(line, "start")) {
            const char *seed = member(line, "seed");
            srand(seed ? (unsigned)strtoul(seed, NULL, 10) : 1);
            puts("{\"type\":\"ready\"}");
        }
        if (is_type(line, "turn")) {
            const char *moves = member(line, "legal_moves");
            const char *move = NULL;
            int moves_count = moves && *moves == '[' ? count(moves, -1, &move) : 0;
            if (moves_count == 0) {
                puts("{\"type\":\"error\",\"error\":\"I do not know the rules.\"}");
                continue;
            }
            count(moves, rand() % moves_count, &move);
            printf("{\"type\":\"info\",\"text\":\"one of %d\"}\n", moves_count);
            printf("{\"type\":\"move\",\"move\":%.*s}\n", (int)(after_value(move) - move), move);
        }
    }
    free(line);
    return 0;
}
