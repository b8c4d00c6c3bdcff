// What the graphics card runs for `GpuVector`. Above this stand the rules, translated by `core/cpp.py`.
//
// A block of threads keeps the states of GAMES games in the quick memory that its threads share, and any thread can play
// any of them. The 32 threads of a warp run fast only while they do the same. So in each round a warp takes up to 32
// games in the same phase, and games whose phase is rare wait for company.

#define ALL_THREADS 0xFFFFFFFFu
#define THREADS (WARPS * 32)
#define DONE 31  // the key of a game that waits for another in its place; no game has so many phases
#define AWAY -1  // the key of a game that needs nothing more
#define INSIDE __device__

struct alignas(16) Four {
  unsigned words[4];
};

struct Pool {
  alignas(16) unsigned words[GAMES * WORDS];
  int64 die[GAMES];
  int32 game[GAMES];
  int32 left[GAMES];  // random play: decisions to go; steps: the action to take, or -1
  int8 who[GAMES];
  int8 key[GAMES];  // the phase, DONE or AWAY
  unsigned char chosen[WARPS][32];
  int32 count[32];  // games by key
  int32 next;
};

RULE State& state_in(Pool& pool, int32 slot) { return *(State*)(pool.words + slot * WORDS); }

// Choose the games this warp plays now: the fullest phase for the first warp, the next for the second. Returns how many,
// or -1 when all games of the block are away.
RULE int32 choose_games(Pool& pool, int32 lane, int32 warp, int32& key) {
  int32 mine = pool.count[lane], taken = 0, many = 0;
  for (int32 turn = 0; turn <= warp; turn++) {
    unsigned best = __reduce_max_sync(ALL_THREADS, (unsigned)(smaller<int32>(mine, 32) * 32 + lane));
    key = best & 31;
    many = best >> 5;
    if (turn == 0 && many == 0) return -1;
    if (lane == key) {
      taken += many;
      mine -= many;
    }
  }
  int32 before = __shfl_sync(ALL_THREADS, taken, key) - many, found = 0;
  for (int32 first = 0; first < GAMES && found < before + many; first += 32) {
    int32 slot = first + lane;
    bool fits = slot < GAMES && pool.key[slot] == key;
    unsigned fitting = __ballot_sync(ALL_THREADS, fits);
    int32 at = found - before + __popc(fitting & ((1u << lane) - 1));
    if (fits && at >= 0 && at < many) pool.chosen[warp][at] = slot;
    found += __popc(fitting);
  }
  return many;
}

RULE void set_key(Pool& pool, int32 slot, int32 key) {
  pool.key[slot] = key;
  if (key != AWAY) atomicAdd(&pool.count[key], 1);
}

// States are written field by field and copied word by word; here a compiler may not swap the two.
RULE void settle() { asm volatile("" ::: "memory"); }

RULE void copy_words(unsigned* to, const unsigned* from, int32 first, int32 step) {
  settle();
  for (int32 word = first; word < WORDS; word += step) to[word] = from[word];
  settle();
}

// Copy many states at once, all threads of a block together.
RULE void move_in(unsigned* to, const unsigned* from, int32 words) {
  settle();
#ifdef __CUDACC__
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  for (int32 four = threadIdx.x; four < words / 4; four += blockDim.x)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at + four * 16), "l"(from + four * 4) : "memory");
  for (int32 word = words / 4 * 4 + threadIdx.x; word < words; word += blockDim.x) to[word] = from[word];
  asm volatile("cp.async.wait_all;" ::: "memory");
#else
  for (int32 word = threadIdx.x; word < words; word += blockDim.x) to[word] = from[word];
#endif
  settle();
}

RULE void move_out(unsigned* to, const unsigned* from, int32 words) {
  settle();
  for (int32 four = threadIdx.x; four < words / 4; four += blockDim.x) ((Four*)to)[four] = ((const Four*)from)[four];
  for (int32 word = words / 4 * 4 + threadIdx.x; word < words; word += blockDim.x) to[word] = from[word];
}

#if PLAYING

// Put other games in the place of those that are done.
RULE void change_games(Pool& pool, unsigned* states, int64* dice, int32 end, int32 decisions, int32 lane, int32 warp,
                       int32 many) {
  int32 fresh = 0;
  if (lane == 0) fresh = atomicAdd(&pool.next, many);
  fresh = __shfl_sync(ALL_THREADS, fresh, 0);
  for (int32 at = 0; at < many; at++) {
    int32 slot = pool.chosen[warp][at], old = pool.game[slot], now = fresh + at;
    unsigned* here = pool.words + slot * WORDS;
    if (old >= 0) copy_words(states + (int64)old * WORDS, here, lane, 32);
    if (now < end) copy_words(here, states + (int64)now * WORDS, lane, 32);
  }
  __syncwarp();
  if (lane < many) {
    int32 slot = pool.chosen[warp][lane], old = pool.game[slot], now = fresh + lane;
    if (old >= 0) dice[old] = pool.die[slot];
    if (now < end) {
      pool.game[slot] = now;
      pool.die[slot] = dice[now];
      pool.left[slot] = decisions;
      pool.who[slot] = the_asked(state_in(pool, slot));
    }
    bool asked = now < end && pool.who[slot] >= 0 && decisions == 0;
    set_key(pool, slot, now >= end ? AWAY : asked ? DONE : state_in(pool, slot).phase_);
  }
}

// Random play: `decisions` in every game. Only the states at the end are written.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
play_all(unsigned* states, const unsigned* start, int64* dice, int64* tally, int32 games, int32 decisions) {
  __shared__ Pool pool;
  int32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, over = 0;
  int32 end = (int64)games * (blockIdx.x + 1) / gridDim.x;
  for (int32 slot = threadIdx.x; slot < GAMES; slot += THREADS) {
    pool.game[slot] = -1;
    pool.key[slot] = DONE;
  }
  if (threadIdx.x < 32) pool.count[threadIdx.x] = threadIdx.x == DONE ? GAMES : 0;
  if (threadIdx.x == 0) pool.next = (int64)games * blockIdx.x / gridDim.x;
  __syncthreads();
  int16 out[ROOM];
  while (true) {
    int32 key, many = choose_games(pool, lane, warp, key);
    if (many < 0) break;
    __syncthreads();
    if (lane == 0) atomicAdd(&pool.count[key], -many);
    if (key == DONE) {
      change_games(pool, states, dice, end, decisions, lane, warp, many);
    } else if (lane < many) {
      int32 slot = pool.chosen[warp][lane], who = pool.who[slot], left = pool.left[slot];
      State& s = state_in(pool, slot);
      if (who == OVER_NOW) {
        over++;
        copy_words((unsigned*)&s, start, 0, 1);
      } else {
        int64 die[1] = {pool.die[slot]};
        int32 code;
        if (who == CHANCE) {
          code = the_luck_code(s, the_below(die, the_luck_total(s)));
        } else {
          code = out[the_below(die, the_legal(s, who, out))];
          pool.left[slot] = --left;
        }
        pool.die[slot] = die[0];
        the_apply(s, who, code);
      }
      pool.who[slot] = who = the_asked(s);
      set_key(pool, slot, who < 0 || left > 0 ? s.phase_ : DONE);
    }
    __syncthreads();
  }
  if (over) atomicAdd((unsigned long long*)tally, (unsigned long long)over);
}

#else

// What a learner is told of each game; see `Vector`. Arrays lie column by column.
struct Told {
  int64* seats;
  int16* options;
  int64* counts;
  int8* masks;
};
#define TOLD int64 *seats, int16 *options, int64 *counts, int8 *masks

// One game's numbers in an array that lies column by column.
template <class T> struct Column {
  T* first;
  int32 games;
  INSIDE T& operator[](int32 at) const { return first[(int64)at * games]; }
};

RULE void tell(State& s, int32 game, int32 games, int32 seat, const Told& told) {
  NUMBER out[ROOM];
  unsigned marks[(CODES + 31) / 32];
  for (int32 word = 0; word < (CODES + 31) / 32; word++) marks[word] = 0;
  int32 count = the_legal(s, seat, out);
  Column<int16> options = {told.options + game, games};
  for (int32 number = 0; number < count; number++) {
    options[number] = out[number];
    marks[out[number] >> 5] |= 1u << (out[number] & 31);
  }
  Column<int8> mask = {told.masks + game, games};
  for (int32 code = 0; code < CODES; code++) mask[code] = (marks[code >> 5] >> (code & 31)) & 1;
  told.counts[game] = count;
  told.seats[game] = seat;
}

// The next answer that no learner gives: chance's or a bot's.
RULE int32 next_answer(State& s, int32 who, int32 bot, int64* die) {
#if BOTS
  NUMBER out[ROOM];
  if (who != CHANCE) return the_choose(s, who, bot, out, die);
#endif
  return the_luck_code(s, the_below(die, the_luck_total(s)));
}

RULE bool answers(int32 who, int32 learner) { return who >= 0 && (learner < 0 || who == learner); }

// Deal a new game; if it ends before the learner is asked, deal again. Returns who is asked.
RULE int32 deal(State& s, const unsigned* start, int32 learner, int32 bot, int64* die) {
  int32 who = OVER_NOW;
  while (!answers(who, learner)) {
    if (who == OVER_NOW) {
      copy_words((unsigned*)&s, start, 0, 1);
    } else {
      the_apply(s, who, next_answer(s, who, bot, die));
    }
    who = the_asked(s);
  }
  return who;
}

RULE void deal_and_tell(Pool& pool, unsigned* states, const unsigned* start, int64* dice, int32 game, int32 games,
                        int32 learner, int32 bot, const Told& told, int64* die) {
  State& s = state_in(pool, threadIdx.x);
  int32 seat = deal(s, start, learner, bot, die);
  tell(s, game, games, seat, told);
  copy_words(states + (int64)game * WORDS, (unsigned*)&s, 0, 1);
  dice[game] = die[0];
}

// Deal all games. One game for each thread.
extern "C" __global__ void __launch_bounds__(DEALERS)
begin_all(unsigned* states, const unsigned* start, int64* dice, TOLD, int32 games, int32 learner, int32 bot,
          int64 seed) {
  __shared__ Pool pool;
  Told told = {seats, options, counts, masks};
  int32 game = blockIdx.x * DEALERS + threadIdx.x;
  if (game >= games) return;
  int64 die[1];
  the_sow(die, seed + game * SEED_STEP);
  deal_and_tell(pool, states, start, dice, game, games, learner, bot, told, die);
}

// Deal the games that ended, listed by `step_all`. A deal is a dozen answers of chance, so games that need one are
// dealt side by side, by blocks of one warp.
extern "C" __global__ void __launch_bounds__(32)
deal_all(unsigned* states, const unsigned* start, int64* dice, TOLD, int32 games, int32 learner, int32 bot,
         const int64* ended, int64* count, int32 turn) {
  __shared__ Pool pool;
  Told told = {seats, options, counts, masks};
  for (int32 at = blockIdx.x * 32 + threadIdx.x; at < count[turn]; at += gridDim.x * 32) {
    int32 game = ended[at];
    int64 die[1] = {dice[game]};
    deal_and_tell(pool, states, start, dice, game, games, learner, bot, told, die);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) count[1 - turn] = 0;  // the next step counts there
}

// One action in every game of the block, then chance and bots until a learner is asked.
RULE void play_round(Pool& pool, int32 learner, int32 bot, int32 lane, int32 warp) {
  while (true) {
    int32 key, many = choose_games(pool, lane, warp, key);
    if (many < 0) break;
    __syncthreads();
    if (lane == 0) atomicAdd(&pool.count[key], -many);
    if (lane < many) {
      int32 slot = pool.chosen[warp][lane], who = pool.who[slot], action = pool.left[slot];
      State& s = state_in(pool, slot);
      if (action < 0) {
        int64 die[1] = {pool.die[slot]};
        action = next_answer(s, who, bot, die);
        pool.die[slot] = die[0];
      }
      pool.left[slot] = -1;
      the_apply(s, who, action);
      pool.who[slot] = who = the_asked(s);
      set_key(pool, slot, who == OVER_NOW || answers(who, learner) ? AWAY : s.phase_);
    }
    __syncthreads();
  }
}

// One action in every game. `step` is the distance of the actions in bytes, `size` that of one of them.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
step_all(unsigned* states, const unsigned* start, int64* dice, TOLD, int32 games, int32 learner, int32 bot,
         const char* actions, int64 step, int32 size, int8* done, float* rewards, int32 table, int64* tally,
         int64* ended, int64* count, int32 turn) {
  __shared__ Pool pool;
  Told told = {seats, options, counts, masks};
  int32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int32 first = blockIdx.x * GAMES, here = smaller<int32>(GAMES, games - first);
  if (threadIdx.x < 32) pool.count[threadIdx.x] = 0;
  move_in(pool.words, states + (int64)first * WORDS, here * WORDS);
  __syncthreads();
  for (int32 slot = threadIdx.x; slot < GAMES; slot += THREADS) {
    int32 game = first + slot, key = AWAY;
    pool.game[slot] = 0;
    if (slot < here) {
      const char* at = actions + game * step;
      int64 action = size == 8 ? *(const int64*)at : *(const int32*)at;
      if (action < 0 || action >= CODES || !told.masks[action * games + game]) {
        atomicMax((long long*)tally + 1, (long long)game + 1);
      } else {
        key = state_in(pool, slot).phase_;
        pool.game[slot] = 1;
        pool.who[slot] = told.seats[game];
        pool.left[slot] = action;
        pool.die[slot] = dice[game];
      }
    }
    set_key(pool, slot, key);
  }
  __syncthreads();
  play_round(pool, learner, bot, lane, warp);
  for (int32 slot = threadIdx.x; slot < here; slot += THREADS) {
    int32 game = first + slot, who = pool.who[slot];
    if (!pool.game[slot]) continue;  // its action was outside its mask
    State& s = state_in(pool, slot);
    bool over = who == OVER_NOW;
    dice[game] = pool.die[slot];
    done[game] = over;
    for (int32 seat = 0; seat < table; seat++) rewards[seat * (int64)games + game] = over ? the_reward_of(s, seat) : 0;
    if (over) {
      atomicAdd((unsigned long long*)tally, 1ull);
      ended[atomicAdd((unsigned long long*)count + turn, 1ull)] = game;
    } else {
      tell(s, game, games, who, told);
    }
  }
  __syncthreads();
  move_out(states + (int64)first * WORDS, pool.words, here * WORDS);
}

extern "C" __global__ void __launch_bounds__(DEALERS)
look_all(const unsigned* states, const int64* seats, int16* rows, int32 games) {
  __shared__ Pool pool;
  int32 first = blockIdx.x * DEALERS, here = smaller<int32>(DEALERS, games - first), game = first + threadIdx.x;
  move_in(pool.words, states + (int64)first * WORDS, here * WORDS);
  __syncthreads();
  if (game < games) the_observe(state_in(pool, threadIdx.x), seats[game], Column<int16>{rows + game, games});
}

extern "C" __global__ void draw_all(int64* dice, const int16* options, const int64* counts, int64* actions, int32 games) {
  int32 game = blockIdx.x * blockDim.x + threadIdx.x;
  if (game >= games) return;
  int64 die[1] = {dice[game]};
  actions[game] = options[the_below(die, counts[game]) * games + game];
  dice[game] = die[0];
}

#endif
