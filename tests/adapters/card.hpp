// A graphics card played by a processor, for tests: the threads of a block take turns, and wait where a warp or a block
// waits on a card.
#include <ucontext.h>

#include <tuple>
#include <vector>

#define __device__
#define __global__
#define __shared__ static
#define __launch_bounds__(...)
#define RULE static inline
#define CALLED static
#define TABLE static

struct Place {
  int x;
};
static Place threadIdx, blockIdx, blockDim, gridDim;

struct Thread {
  ucontext_t context;
  std::vector<char> stack;
  bool over;
};
static std::vector<Thread> threads;
static ucontext_t table;
static unsigned said[1024];
static long arrived[33], asked_for[33];  // waiting threads of each warp, and of the block

static void wait_for(int group, int members) {
  long turn = arrived[group]++ / members;
  while (arrived[group] / members == turn) {
    Place me = threadIdx;
    swapcontext(&threads[me.x].context, &table);
    threadIdx = me;
  }
}
static void __syncwarp() { wait_for(threadIdx.x / 32, 32); }
static void __syncthreads() { wait_for(32, blockDim.x); }

template <class F> static unsigned together(unsigned mine, F answer) {
  said[threadIdx.x] = mine;
  __syncwarp();
  unsigned told = answer(said + threadIdx.x / 32 * 32);
  __syncwarp();
  return told;
}
static unsigned __ballot_sync(unsigned, bool mine) {
  return together(mine, [](unsigned* all) {
    unsigned set = 0;
    for (int lane = 0; lane < 32; lane++) set |= all[lane] << lane;
    return set;
  });
}
static unsigned __reduce_max_sync(unsigned, unsigned mine) {
  return together(mine, [](unsigned* all) {
    unsigned most = 0;
    for (int lane = 0; lane < 32; lane++) most = all[lane] > most ? all[lane] : most;
    return most;
  });
}
static int __shfl_sync(unsigned, int mine, int lane) {
  return together(mine, [lane](unsigned* all) { return all[lane]; });
}
static int __popc(unsigned set) { return __builtin_popcount(set); }
template <class T> static T atomicAdd(T* at, T more) {
  T before = *at;
  *at += more;
  return before;
}
template <class T> static T atomicMax(T* at, T other) {
  T before = *at;
  if (other > before) *at = other;
  return before;
}

static void (*running)(void**);
static void** given;
static void one_thread(int number) {
  threadIdx.x = number;
  running(given);
  threads[number].over = true;
  swapcontext(&threads[number].context, &table);
}

static void launch(void (*kernel)(void**), int blocks, int count, void** arguments) {
  running = kernel, given = arguments, gridDim.x = blocks, blockDim.x = count;
  for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
    threads.resize(count);
    for (int group = 0; group < 33; group++) arrived[group] = 0;
    for (int number = 0; number < count; number++) {
      Thread& thread = threads[number];
      thread.stack.resize(1 << 16);
      thread.over = false;
      getcontext(&thread.context);
      thread.context.uc_stack.ss_sp = thread.stack.data();
      thread.context.uc_stack.ss_size = thread.stack.size();
      makecontext(&thread.context, (void (*)())one_thread, 1, number);
    }
    for (int going = count; going;) {
      going = 0;
      for (int number = 0; number < count; number++) {
        if (threads[number].over) continue;
        going++;
        threadIdx.x = number;
        swapcontext(&table, &threads[number].context);
      }
    }
  }
}

template <class... A, std::size_t... I> static void spread(void (*kernel)(A...), void** at, std::index_sequence<I...>) {
  kernel(*(A*)at[I]...);
}
template <class... A> static void call(void (*kernel)(A...), void** at) {
  spread(kernel, at, std::index_sequence_for<A...>());
}
#define RUNS(kernel)                                                          \
  extern "C" void run_##kernel(int blocks, int count, void** arguments) {     \
    launch([](void** at) { call(kernel, at); }, blocks, count, arguments);    \
  }
