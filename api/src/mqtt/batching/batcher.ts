import { createBatchWriter, type BatchWriterOptions } from './batch-writer.ts';
import { runAfter } from './timers.ts';

/** Readiness fails when a batch has been waiting for this long. */
const STUCK_MS = 10_000;

export type BatcherOptions<T> = BatchWriterOptions<T> & {
  /** A batch is written when it has this many items. */
  maxItems: number;
  /** It is also written when an item has waited this long; 0 means at the end of this turn of the event loop. */
  lingerMs: number | ((item: T) => number);
};

export type Batcher<T> = {
  readonly name: string;
  add: (item: T) => void;
  /** How long the oldest item has been waiting, in milliseconds; 0 when nothing waits. */
  lagMs(): number;
  /** Whether the oldest item has been waiting so long that the readiness check must fail. */
  isStuck(): boolean;
  /** Resolves when all added items have been written. */
  drain(): Promise<void>;
  /** Discards the waiting items; they will not be acknowledged. */
  stop(): void;
};

/** Collects items and writes them in batches, one batch at a time; the next batch collects in that time. */
export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { maxItems, lingerMs, name } = options;
  const lingerOf = typeof lingerMs === 'number' ? () => lingerMs : lingerMs;
  const writer = createBatchWriter(options);
  let waiting: T[] = [];
  let waitingSince = 0;
  let writingSince = 0;
  let closing: { at: number; cancel(): void } | null = null;
  let stopped = false;
  const idle: (() => void)[] = [];

  function add(item: T): void {
    if (stopped) return;
    if (waiting.push(item) === 1) waitingSince = Date.now();
    if (writingSince !== 0) return;
    if (waiting.length >= maxItems) void run();
    else closeIn(lingerOf(item));
  }

  function closeIn(ms: number): void {
    const at = Date.now() + ms;
    if (closing && closing.at <= at) return;
    closing?.cancel();
    closing = { at, cancel: runAfter(ms, () => void run()) };
  }

  async function run(): Promise<void> {
    closing?.cancel();
    closing = null;
    if (writingSince !== 0 || waiting.length === 0) return;
    const batch = waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems);
    waiting = batch === waiting ? [] : waiting.slice(maxItems);
    writingSince = waitingSince;
    waitingSince = Date.now();
    await writer.write(batch);
    writingSince = 0;
    if (stopped) return;
    if (waiting.length === 0) resolveIdle();
    else if (waiting.length >= maxItems) void run();
    else closeIn(Math.min(...waiting.map(lingerOf)));
  }

  function resolveIdle(): void {
    for (const resolve of idle.splice(0)) resolve();
  }

  function lagMs(): number {
    const since = writingSince || (waiting.length > 0 ? waitingSince : 0);
    return since === 0 ? 0 : Date.now() - since;
  }

  return {
    name,
    add,
    lagMs,
    isStuck: () => lagMs() >= STUCK_MS,
    drain: () =>
      stopped || (writingSince === 0 && waiting.length === 0)
        ? Promise.resolve()
        : new Promise((resolve) => idle.push(resolve)),
    stop() {
      stopped = true;
      writer.stop();
      waiting = [];
      closing?.cancel();
      resolveIdle();
    },
  };
}
