// Rounds of casino stud, one player, A-K-J-8-3, in plain C: the limit that `benchmarks.simulation`
// holds ours to. Cards are swapped, or hands looked up in a table of all of them.
#include <stdint.h>
#include <string.h>

static inline void philox(uint64_t index, uint64_t seed, uint64_t *first, uint64_t *second) {
    uint32_t c0 = index, c1 = index >> 32, c2 = 0, c3 = 0, k0 = seed, k1 = seed >> 32;
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0; c1 = p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1; c3 = p0;
        k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
    }
    *first = c0 | (uint64_t)c1 << 32; *second = c2 | (uint64_t)c3 << 32;
}

static inline uint64_t take(uint64_t word, uint32_t *deck, int place, uint32_t *ranks,
                            uint32_t *suits) {
    const uint64_t mask = ((uint64_t)1 << 58) - 1;
    uint64_t fraction = word >> 6;
    *ranks = 0; *suits = 15u << 23;
    for (int here = place; here < place + 5; here++) {
        fraction *= 52 - here;
        int there = here + (int)(fraction >> 58);
        fraction &= mask;
        uint32_t card = deck[there];
        deck[there] = deck[here]; deck[here] = card;
        *ranks += card; *suits &= card;
    }
    return fraction;
}

void count_rounds(uint64_t count, uint64_t seed, int64_t qualifies, const uint32_t *fresh,
                  const int16_t *by_key, const uint32_t (*facts)[16], const uint64_t *limits,
                  int64_t *counts) {
    uint32_t deck[52];
    for (uint64_t index = 0; index < count; index++) {
        uint64_t first, second;
        uint32_t ranks, suits, dealer_ranks, dealer_suits;
        memcpy(deck, fresh, sizeof deck);
        philox(index, seed, &first, &second);
        if (take(first, deck, 0, &ranks, &suits) < limits[0]
            || take(second, deck, 5, &dealer_ranks, &dealer_suits) < limits[1]) continue;
        int64_t kind = by_key[ranks & 0x7fffff], dealer = by_key[dealer_ranks & 0x7fffff];
        if (suits) kind = facts[kind][13];
        if (dealer_suits) dealer = facts[dealer][13];
        int against = 0;
        if (facts[kind][deck[9] >> 27])
            against = dealer < qualifies ? 1 : 2 + (kind < dealer) + 2 * (kind == dealer);
        counts[facts[kind][14] * 5 + against]++;
    }
}

typedef uint64_t u64;
typedef uint32_t u32;
static u64 s[4] = {1, 2, 3, 4};
static inline u64 turned(u64 x, int by) { return x << by | x >> (64 - by); }
static inline u64 next(void) {
    u64 result = turned(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = turned(s[3], 45);
    return result;
}

#define HANDS 2598960u
#define BATCH 1024
#define CARDS (((u64)1 << 52) - 1)

int64_t look_up_rounds(int64_t count, const u64 *hands, const uint16_t *facts, const int64_t *nets,
                       u32 fold_below, u32 split, int qualifies) {
    int64_t total = 0;
    u32 place[BATCH], kept_place[BATCH];
    u64 hand[BATCH], kept[BATCH];
    for (int64_t round = 0; round < count; round += BATCH) {
        for (int j = 0; j < BATCH; j += 2) {
            u64 x = next();
            place[j] = (x >> 32) * HANDS >> 32;
            place[j + 1] = (x & 0xffffffff) * HANDS >> 32;
        }
        int waiting = 0;
        for (int j = 0; j < BATCH; j++) {
            kept_place[waiting] = place[j];
            waiting += place[j] >= fold_below;
        }
        total += (BATCH - waiting) * nets[0];
        for (int j = 0; j < waiting; j++) kept[j] = hands[kept_place[j]];
        while (waiting) {
            for (int j = 0; j < waiting; j += 2) {
                u64 x = next();
                place[j] = (x >> 32) * HANDS >> 32;
                place[j + 1] = (x & 0xffffffff) * HANDS >> 32;
            }
            for (int j = 0; j < waiting; j++) hand[j] = hands[place[j]];
            int left = 0;
            for (int j = 0; j < waiting; j++) {
                u64 own = kept[j], other = hand[j];
                int clash = (own & other & CARDS) != 0;
                int kind = (own >> 52) + 4096 * (kept_place[j] >= split);
                int dealer = (other >> 52) + 4096 * (place[j] >= split);
                int against = dealer < qualifies ? 1 : 2 + (kind < dealer) + 2 * (kind == dealer);
                total += clash ? 0 : nets[(facts[kind] & 255) * 5 + against];
                kept[left] = own; kept_place[left] = kept_place[j];
                left += clash;
            }
            waiting = left;
        }
    }
    return total;
}
