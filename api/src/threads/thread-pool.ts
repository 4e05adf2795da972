import { Worker } from 'node:worker_threads';
import { asError } from '../errors.ts';
import { createSemaphore, type SemaphoreOptions, type Turn } from '../lib/semaphore.ts';
import type { FromThread, ToThread } from './serve-work.ts';

type ThreadPoolOptions = SemaphoreOptions & {
  /** The program of the threads, which ends with `serveWork`. */
  program: URL;
  maxHeapMb: number;
};

/**
 * Threads for one purpose, each of which is kept for the next work. Not piscina: work asks the api while it runs, its time does not count while it waits for
 * the answer, and organisations have turns.
 */
type ThreadPool = {
  /**
   * Resolves with what the work of an organisation returns, in its turn. Throws ThreadLimitError when it was ended at a limit, ThreadWorkError when
   * it has thrown, and the refusal while too much of it waits. Its time counts from its start, not while it waits or its thread starts.
   */
  run(ownerId: number, work: Work, turn?: Turn): Promise<unknown>;
};

const IDLE_MS = 300_000;

type Idle = { thread: Thread; timer: NodeJS.Timeout };

export function createThreadPool({ program, maxHeapMb, ...options }: ThreadPoolOptions): ThreadPool {
  const permits = createSemaphore<number>(options);
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
    run: (ownerId, work, turn) =>
      permits.run(
        ownerId,
        async () => {
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
        },
        turn,
      ),
  };
}

/** Work was ended at its limit of time or memory, together with its thread. */
export class ThreadLimitError extends Error {}
/** Work has thrown; `kind` is the name of the class of the error. */
export class ThreadWorkError extends Error {
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

type Answers = Readonly<Record<string, (input: never) => unknown>>;
type Work = { name: string; input: unknown; timeoutMs: number; answers?: Answers };

/** A thread that does one work after another. After an error of `run` that is no ThreadWorkError it has ended. */
type Thread = { run(work: Work): Promise<unknown>; end(): void; readonly ended: boolean };

const START_TIMEOUT_MS = 30_000;

/**
 * Starts a thread without environment, which contains secrets. It does not keep the process alive while it has nothing to do.
 * @returns it as soon as it can work. Rejects if it does not start.
 */
async function startThread(program: URL, maxHeapMb: number): Promise<Thread> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb }, env: {} });
  // Errors without work that waits for them, which end the thread.
  worker.on('error', () => undefined);
  let ended = false;
  worker.once('exit', () => {
    ended = true;
  });
  const end = (): void => void worker.terminate();
  await untilStarted(worker).catch((error: unknown) => {
    end();
    throw error;
  });
  worker.unref();
  return {
    end,
    get ended() {
      return ended;
    },
    async run(work) {
      worker.ref();
      try {
        return await runIn(worker, work);
      } catch (error) {
        if (!(error instanceof ThreadWorkError)) end();
        throw error;
      } finally {
        worker.unref();
      }
    },
  };
}

function untilStarted(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ThreadLimitError('a thread did not start')), START_TIMEOUT_MS);
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(asError(error));
    });
    worker.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The time counts while the thread works, not while it waits for an answer. */
function runIn(worker: Worker, { name, input, timeoutMs, answers = {} }: Work): Promise<unknown> {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const send = (message: ToThread): void => worker.postMessage(message);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let leftMs = timeoutMs;
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  const resume = (): void => {
    began = performance.now();
    timer = setTimeout(() => reject(new ThreadLimitError('the work took too long')), Math.max(0, leftMs)).unref();
  };
  const pause = (): void => {
    clearTimeout(timer);
    leftMs -= performance.now() - began;
  };
  async function answer(question: number, asks: string, asked: unknown): Promise<void> {
    try {
      const given = await answers[asks]?.(asked as never);
      resume();
      send({ question, answer: given });
    } catch (error) {
      // The cause, not what the thread makes of it.
      reject(asError(error));
    }
  }
  const onMessage = (message: FromThread): void => {
    pause();
    if ('result' in message) resolve(message.result);
    else if ('error' in message) reject(new ThreadWorkError(message.error.name, message.error.message));
    else if ('question' in message) void answer(message.question, message.asks, message.input);
  };
  const onError = (error: Error): void =>
    reject(isOutOfMemory(error) ? new ThreadLimitError('the work needed too much memory') : error);
  const onExit = (): void => reject(new ThreadLimitError('the thread has ended'));
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  resume();
  send({ work: name, input });
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  });
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
