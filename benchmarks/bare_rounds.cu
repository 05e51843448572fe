// Casino stud, one box, by whole hands: the same rounds as `croupier.simulation.cuda_kernels`, in
// plain CUDA with nothing but what this game needs. `benchmarks.gpu` compiles it and compares.
#include <cstdint>
#include <cuda_runtime.h>

typedef uint64_t u64;
typedef uint32_t u32;

__device__ __forceinline__ uint4 philox(u64 index, u32 purpose, u32 attempt, u64 seed) {
  u32 c0 = index, c1 = index >> 32, c2 = purpose, c3 = attempt, k0 = seed, k1 = seed >> 32;
#pragma unroll
  for (int i = 0; i < 10; i++) {
    u32 h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0;
    u32 h1 = __umulhi(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
    c0 = h1 ^ c1 ^ k0; c1 = l1; c2 = h0 ^ c3 ^ k1; c3 = l0;
    k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  return make_uint4(c0, c1, c2, c3);
}

const u32 HANDS = 2598960, SIZE = 5, PURPOSE = 3 << 16, PLAYER_BELOW = 6683296, DEALER_BELOW = 1485376;
const u32 STAYS = 1 << 8, LOOKS = 1 << 9, CODES = 64, COPIES = 32;
const u64 CARDS = (1ull << 52) - 1;

__device__ __forceinline__ bool fits(u32 word, u64 hand, const u64 *__restrict__ hands, u32 *place, u64 *dealer) {
  *place = __umulhi(word, HANDS);
  *dealer = hands[*place];
  return word * HANDS >= DEALER_BELOW && !(hand & *dealer & CARDS);
}

__global__ void __launch_bounds__(256)
play(const u64 *__restrict__ hands, const uint16_t *__restrict__ short_facts, const u32 *__restrict__ facts,
     u32 fold_below, u32 split, u32 qualifies, u64 first, u64 rounds, u64 seed, unsigned long long *out) {
  __shared__ u32 tally[CODES * COPIES];
  for (u32 i = threadIdx.x; i < CODES * COPIES; i += blockDim.x) tally[i] = 0;
  __syncthreads();
  u32 folds = 0, lane = threadIdx.x % COPIES;
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < rounds; i += (u64)gridDim.x * blockDim.x) {
    u64 index = first + i;
    uint4 w = philox(index, PURPOSE, 0, seed);
    u32 number = 0, player = __umulhi(w.x, HANDS), used = 1;
    while (w.x * (HANDS * SIZE) < PLAYER_BELOW) {  // one round in 640 begins with another word
      if (++number % 4 == 0) w = philox(index, PURPOSE, number / 4, seed);
      else { w.x = w.y; w.y = w.z; w.z = w.w; }
      player = __umulhi(w.x, HANDS);
    }
    used = number % 4 + 1;
    if (player < fold_below) { folds++; continue; }
    u32 position = __umulhi(w.x * HANDS, SIZE), place;
    u64 hand = hands[player], dealer;
    bool found = used < 4 && fits(w.y, hand, hands, &place, &dealer);
    if (!found && used < 3) found = fits(w.z, hand, hands, &place, &dealer);
    if (!found && used < 2) found = fits(w.w, hand, hands, &place, &dealer);
    for (u32 next = number / 4 + 1; !found; next++) {
      uint4 v = philox(index, PURPOSE, next, seed);
      found = fits(v.x, hand, hands, &place, &dealer) || fits(v.y, hand, hands, &place, &dealer)
           || fits(v.z, hand, hands, &place, &dealer) || fits(v.w, hand, hands, &place, &dealer);
    }
    u32 kind = (u32)(hand >> 52) + (player >= split) * 4096, kind_d = (u32)(dealer >> 52) + (place >= split) * 4096;
    u32 fact = short_facts[kind], stays = fact / STAYS & 1;
    if (fact & LOOKS) {
      u64 rest = dealer & CARDS;
      for (u32 k = 0; k < position; k++) rest &= rest - 1;
      u32 up = __ffsll(rest) - 1, answers = facts[kind * 16 + up / 4];
      stays = answers == 0xFFFFFFFFu;
      if (answers && !stays) {
        u32 subset = 0, at = 0;
        for (u32 rank = 0; rank < 13; rank++) {
          u32 held = hand >> 4 * rank & 15;
          if (held) subset |= (held >> up % 4 & 1) << at++;
        }
        stays = answers >> subset & 1;
      }
    }
    u32 against = stays ? (kind_d < qualifies ? 1 : 2 + (kind < kind_d) + 2 * (kind == kind_d)) : 0;
    atomicAdd(tally + ((fact & 255) * 5 + against) * COPIES + lane, 1);
  }
  __syncthreads();
  for (u32 code = threadIdx.x; code < CODES; code += blockDim.x) {
    unsigned long long sum = 0;
    for (u32 copy = 0; copy < COPIES; copy++) sum += tally[code * COPIES + copy];
    if (sum) atomicAdd(out + code, sum);
  }
  if (folds) atomicAdd(out, (unsigned long long)folds);
}

extern "C" double play_rounds(const u64 *hands, const uint16_t *short_facts, const u32 *facts, u32 kinds, u32 fold_below,
                              u32 split, u32 qualifies, u64 first, u64 rounds, u64 seed, int blocks, u64 *counts) {
  u64 *h; uint16_t *s; u32 *f; unsigned long long *out;
  cudaMalloc(&h, HANDS * 8); cudaMalloc(&s, kinds * 2); cudaMalloc(&f, kinds * 64); cudaMalloc(&out, CODES * 8);
  cudaMemcpy(h, hands, HANDS * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(s, short_facts, kinds * 2, cudaMemcpyHostToDevice);
  cudaMemcpy(f, facts, kinds * 64, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, CODES * 8);
  cudaEvent_t start, end;
  cudaEventCreate(&start); cudaEventCreate(&end);
  cudaEventRecord(start);
  play<<<blocks, 256>>>(h, s, f, fold_below, split, qualifies, first, rounds, seed, out);
  cudaEventRecord(end);
  cudaMemcpy(counts, out, CODES * 8, cudaMemcpyDeviceToHost);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, end);
  cudaFree(h); cudaFree(s); cudaFree(f); cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? milliseconds / 1e3 : -1.0;
}
