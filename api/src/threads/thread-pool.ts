import { createFairQueue, type FairQueueOptions } from '../lib/fair-queue.ts';
import { startThread, ThreadWorkError, type Thread, type Work } from './thread.ts';

export type ThreadPoolOptions = FairQueueOptions & {
  /** The program of the threads, which ends with `serveWork`. */
  program: URL;
  maxHeapMb: number;
};

/** Threads for one purpose, each of which is kept for the next work. */
export type ThreadPool = {
  /**
   * Resolves with what the work of a user returns. Throws ThreadLimitError when it was ended at a limit, ThreadWorkError when it has
   * thrown, and rate_limited while too much waits. Its time counts from its start, not while it waits or its thread starts.
   */
  run(userId: number, work: Work): Promise<unknown>;
};

/** A thread without work for so long is ended. */
const IDLE_MS = 300_000;

type Idle = { thread: Thread; timer: NodeJS.Timeout };

export function createThreadPool({ program, maxHeapMb, ...options }: ThreadPoolOptions): ThreadPool {
  const queue = createFairQueue(options);
  const idle: Idle[] = [];

  async function take(): Promise<Thread> {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (!kept.thread.ended) return kept.thread;
    }
    return startThread(program, maxHeapMb);
  }

  function keep(thread: Thread): void {
    const timer = setTimeout(() => {
      const at = idle.findIndex((kept) => kept.thread === thread);
      if (at >= 0) idle.splice(at, 1);
      thread.end();
    }, IDLE_MS).unref();
    idle.push({ thread, timer });
  }

  return {
    run: (userId, work) =>
      queue.add(userId, async () => {
        const thread = await take();
        try {
          const result = await thread.run(work);
          keep(thread);
          return result;
        } catch (error) {
          // Its thread is unharmed.
          if (error instanceof ThreadWorkError) keep(thread);
          throw error;
        }
      }),
  };
}
