import type { Logger } from '../../log.ts';
import { createBackoff } from '@belfry/schemas/timing/backoff';
import { actionForError } from './commit-errors.ts';
import { errorSummary } from '../error-summary.ts';

const RETRY = { firstMs: 50, maxMs: 2_000 };
const WARN_INTERVAL_MS = 10_000;
/** Readiness fails when a batch has been waiting for this long. */
const STUCK_MS = 10_000;
/** How often a statement with a transient error is repeated before the batch is split to find the row that causes it. */
const BRIEF_RETRIES = 5;
const BRIEF_RETRY_MS = 20;

export type BatcherOptions<T> = {
  name: string;
  log: Logger;
  /** A batch is written when it has this many items. */
  maxItems: number;
  /** It is also written when an item has waited this long; 0 means at the end of this turn of the event loop. */
  lingerMs: number | ((item: T) => number);
  /** Writes one batch in one transaction. Must be idempotent: it may be called again with the same items or some of them. */
  write: (items: readonly T[]) => Promise<void>;
  /** Called when the items are committed, or dropped as poison messages: they may be acknowledged now. */
  onDone: (items: readonly T[]) => void;
  /** Called before a poison item, which no statement accepts, is dropped. */
  onPoison?: (item: T, error: unknown) => void;
  /** For metrics: how many items were written, and how long it took. */
  onWritten?: (items: number, seconds: number) => void;
};

export type Batcher<T> = {
  readonly name: string;
  add(item: T): void;
  /** How long the oldest item has been waiting, in milliseconds; 0 when nothing waits. */
  lagMs(): number;
  /** Whether the oldest item has been waiting so long that the readiness check must fail. */
  isStuck(): boolean;
  /** Resolves when all added items have been written. */
  drain(): Promise<void>;
  /** Discards the waiting items; they will not be acknowledged. */
  stop(): void;
};

/**
 * Collects items and writes them in batches, one batch at a time; the next batch collects meanwhile. While Postgres is
 * unavailable a batch is retried until it is committed. A batch that fails for any other reason is halved until the
 * poison item is isolated, which is dropped.
 */
export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { maxItems, write, onDone, onPoison, onWritten, name, log } = options;
  const { lingerMs } = options;
  const lingerOf = typeof lingerMs === 'number' ? () => lingerMs : lingerMs;
  const backoff = createBackoff(RETRY);
  let waiting: T[] = [];
  let waitingSince = 0;
  let writingSince = 0;
  let closing: { at: number; cancel(): void } | null = null;
  let stopped = false;
  const idle: (() => void)[] = [];
  let warnedAt = 0;

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
    closing = { at, cancel: after(ms, () => void run()) };
  }

  async function run(): Promise<void> {
    closing?.cancel();
    closing = null;
    if (writingSince !== 0 || waiting.length === 0) return;
    const batch = waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems);
    waiting = batch === waiting ? [] : waiting.slice(maxItems);
    writingSince = waitingSince;
    waitingSince = Date.now();
    await writeUntilDone(batch);
    writingSince = 0;
    if (stopped) return;
    const [first] = waiting;
    if (first === undefined) for (const resolve of idle.splice(0)) resolve();
    else if (waiting.length >= maxItems) void run();
    else closeIn(Math.min(...waiting.map(lingerOf)));
  }

  async function writeUntilDone(items: readonly T[], briefRetries = BRIEF_RETRIES): Promise<void> {
    let retriesLeft = briefRetries;
    for (;;) {
      if (stopped) return;
      const begun = performance.now();
      try {
        await write(items);
      } catch (error) {
        const action = actionForError(error);
        if (action === 'split' || (action === 'retry_briefly' && retriesLeft === 0)) return split(items, error);
        warnThrottled(error, items.length);
        await passed(action === 'retry' ? backoff.next() : BRIEF_RETRY_MS);
        if (action === 'retry_briefly') retriesLeft -= 1;
        continue;
      }
      backoff.reset();
      onWritten?.(items.length, (performance.now() - begun) / 1_000);
      if (!stopped) finish(items);
      return;
    }
  }

  async function split(items: readonly T[], error: unknown): Promise<void> {
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      runCallback(() => onPoison?.(only, error));
      if (!stopped) finish(items);
      return;
    }
    const half = items.length >> 1;
    await writeUntilDone(items.slice(0, half), 1);
    await writeUntilDone(items.slice(half), 1);
  }

  const finish = (items: readonly T[]): void => runCallback(() => onDone(items));

  /** A callback that throws must neither repeat a committed write nor stop the next batch. */
  function runCallback(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      log.error({ batch: name, ...errorSummary(error) }, 'a written batch could not be followed up');
    }
  }

  /** At most one log line in ten seconds, however long Postgres is unavailable. */
  function warnThrottled(error: unknown, items: number): void {
    if (Date.now() - warnedAt < WARN_INTERVAL_MS) return;
    warnedAt = Date.now();
    log.warn({ batch: name, items, ...errorSummary(error) }, 'a batch could not be written and is tried again');
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
      waiting = [];
      closing?.cancel();
      for (const resolve of idle.splice(0)) resolve();
    },
  };
}

/** Runs the task after `ms`; 0 means setImmediate, because setTimeout(0) waits for a millisecond. @returns a function that cancels it. */
function after(ms: number, task: () => void): () => void {
  if (ms === 0) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));
