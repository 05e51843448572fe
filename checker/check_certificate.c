/* Deal out every state of a certificate of exact odds, card by card.
 *
 *     cc -O3 -o check_certificate check_certificate.c
 *     ./check_certificate FILE [PART OF]
 *
 * The twin of check_certificate.py --all; see docs/certificates.md. Weights, decisions and sums
 * are checked by the Python program; here every one of the dealer's hands against every state is
 * dealt and compared. PART OF takes every OF-th state, from the PART-th on, so that several
 * processes may share the work.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 13, MULTISETS = 2380 };
static const char *const rank_names = "23456789TJQKA", *const suit_names = "cdhs";

static int size, known;
static int next_of[MULTISETS][RANKS]; /* a multiset of up to four ranks, and one more */
static int mixed[MULTISETS][RANKS];   /* the strength of the hand that the last card completes */
static int suited[1 << RANKS];        /* of a flush, by its set of ranks */
static int count_of[MULTISETS][RANKS], multisets;
static int lowest;

static void fail(long state, const char *words) {
    printf("WRONG: state %ld %s\n", state, words);
    exit(1);
}

/* Class times 16^5, then the ranks in comparing order: larger is stronger. */
static int strength(const int *count, int flush) {
    int order[5], n = 0, cards = 0, run = 0, high = 0;
    for (int many = 4; many > 0; many--)
        for (int rank = RANKS - 1; rank >= 0; rank--)
            if (count[rank] == many) { order[n++] = rank; cards += many; }
    if (n == size) {
        int wheel = order[0] == RANKS - 1;
        for (int i = 1; i < n; i++) wheel &= order[i] == size - 1 - i;
        run = order[0] - order[n - 1] == size - 1 || wheel;
        high = wheel ? size - 2 : order[0];
    }
    int most = count[order[0]], next = n > 1 ? count[order[1]] : 0, class;
    if (size == 5) {
        if (run && flush) class = 8 + (high == RANKS - 1);
        else if (most == 4) class = 7;
        else if (most == 3 && next == 2) class = 6;
        else if (flush) class = 5;
        else if (run) class = 4;
        else class = most == 3 ? 3 : most == 2 ? 1 + (next == 2) : 0;
    } else {
        if (run && flush) class = 5;
        else if (most == 3) class = 4;
        else if (run) class = 3;
        else if (flush) class = 2;
        else class = most == 2;
    }
    int value = class;
    if (run) return value << 20 | high << 16;
    for (int i = 0; i < 5; i++) value = value << 4 | (i < n ? order[i] + 1 : 0);
    return value;
}

static int multiset_of(const int *count) {
    for (int m = 0; m < multisets; m++)
        if (!memcmp(count_of[m], count, sizeof count_of[m])) return m;
    memcpy(count_of[multisets], count, sizeof count_of[multisets]);
    return multisets++;
}

static void prepare(void) {
    int none[RANKS] = {0}, cards;
    multiset_of(none);
    for (int m = 0; m < multisets; m++) {
        cards = 0;
        for (int rank = 0; rank < RANKS; rank++) cards += count_of[m][rank];
        for (int rank = 0; rank < RANKS; rank++) {
            int count[RANKS];
            memcpy(count, count_of[m], sizeof count);
            if (++count[rank] > 4) continue;
            if (cards + 1 == size) mixed[m][rank] = strength(count, 0);
            else next_of[m][rank] = multiset_of(count);
        }
    }
    for (int set = 0; set < 1 << RANKS; set++) {
        int count[RANKS];
        cards = 0;
        for (int rank = 0; rank < RANKS; rank++) cards += count[rank] = set >> rank & 1;
        if (cards == size) suited[set] = strength(count, 1);
    }
}

static int card_at(const char *text) {
    const char *rank = *text ? strchr(rank_names, text[0]) : NULL;
    const char *suit = rank && text[1] ? strchr(suit_names, text[1]) : NULL;
    return suit ? (int)(4 * (rank - rank_names) + (suit - suit_names)) : -1;
}

static long found[3], wrong;
static int own, rest[52], cards_left;

static void compare(int made) {
    if (made < lowest) found[0]++;
    else if (made < own) found[1]++;
    else if (made == own) found[2]++;
}

/* Deal `missing` more of the dealer's cards, from the `from`-th on; `suit` is that of all cards
 * so far, -1 for several and 4 for none. */
static void deal(int from, int missing, int multiset, int set, int suit) {
    if (missing == 1 && suit < 0) { /* most of the time: the last card, and no flush */
        int none = 0, below = 0, equal = 0;
        for (int i = from; i < cards_left; i++) {
            int made = mixed[multiset][rest[i] >> 2];
            none += made < lowest;
            below += made < own;
            equal += made == own;
        }
        found[0] += none;
        if (own >= lowest) found[1] += below - none, found[2] += equal;
        return;
    }
    for (int i = from; i + missing <= cards_left; i++) {
        int rank = rest[i] >> 2, here = rest[i] & 3;
        int same = suit == 4 || suit == here ? here : -1;
        if (missing > 1) deal(i + 1, missing - 1, next_of[multiset][rank], set | 1 << rank, same);
        else compare(same < 0 ? mixed[multiset][rank] : suited[set | 1 << rank]);
    }
}

static int value_of(const int *cards) {
    int count[RANKS] = {0}, flush = 1;
    for (int i = 0; i < size; i++) {
        count[cards[i] >> 2]++;
        flush &= (cards[i] & 3) == (cards[0] & 3);
    }
    return strength(count, flush);
}

static void check(long state, const char *hand, const char *up, const long *claimed) {
    int taken[52] = {0}, cards[5], shown = -1;
    if (strlen(hand) != 2u * (unsigned)size) fail(state, "has no hand of that size");
    for (int i = 0; i < size; i++) {
        cards[i] = card_at(hand + 2 * i);
        if (cards[i] < 0 || taken[cards[i]]++) fail(state, "has no such hand");
    }
    if (known && ((shown = card_at(up)) < 0 || taken[shown]++)) fail(state, "has no such up card");
    cards_left = 0;
    for (int card = 0; card < 52; card++)
        if (!taken[card]) rest[cards_left++] = card;
    own = value_of(cards);
    found[0] = found[1] = found[2] = 0;
    if (known) deal(0, size - 1, next_of[0][shown >> 2], 1 << (shown >> 2), shown & 3);
    else deal(0, size, 0, 0, 4);
    if (memcmp(found, claimed, sizeof found)) {
        printf("state %ld is counted wrongly: dealt out %ld, %ld, %ld\n", state, found[0], found[1], found[2]);
        wrong++;
    }
}

int main(int arguments, char **argument) {
    char line[512], word[32], text[32], up[8], decision;
    long state = 0, states = -1, checked = 0, weight, claimed[3];
    long part = arguments > 3 ? atol(argument[2]) : 1, of = arguments > 3 ? atol(argument[3]) : 1;
    FILE *file = arguments > 1 ? fopen(argument[1], "r") : NULL;
    if (!file || part < 1 || of < part) return fputs("usage: check_certificate FILE [PART OF]\n", stderr), 2;
    while (states < 0 && fgets(line, sizeof line, file)) {
        sscanf(line, "cards %d", &size);
        sscanf(line, "known %d", &known);
        sscanf(line, "states %ld", &states);
        if (sscanf(line, "qualifies %31s", word) == 1) {
            int count[RANKS] = {0};
            if ((size != 5 || known != 1) && (size != 3 || known != 0)) fail(0, "is of an unknown game");
            for (char *rank = word; *rank; rank++) {
                if (!strchr(rank_names, *rank)) fail(0, "has an unknown qualifying hand");
                count[strchr(rank_names, *rank) - rank_names]++;
            }
            prepare();
            lowest = strength(count, 0);
        }
    }
    if (!lowest || states < 1) fail(0, "has no qualifying hand, or the file no states");
    while (fgets(line, sizeof line, file) && strcmp(line, "end\n")) {
        if (sscanf(line, "%31s %7s %ld %ld %ld %ld %c", text, up, &weight, claimed, claimed + 1,
                   claimed + 2, &decision) != 7)
            fail(state + 1, "is not written as it should be");
        if (state++ % of == part - 1) check(state, text, up, claimed), checked++;
    }
    if (state != states || strcmp(line, "end\n")) fail(state, "is the last, but not all are there");
    printf("%ld of %ld states were dealt out card by card: ", checked, states);
    if (wrong) return printf("%ld are counted wrongly.\n", wrong), 1;
    puts("every count is right.");
    return 0;
}
