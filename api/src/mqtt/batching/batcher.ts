import type { Logger } from '../../log.ts';
import { createBackoff } from '@belfry/schemas/timing/backoff';
import { actionForError } from './commits.ts';
import { inSpan, isTracing } from '../../tracing/spans.ts';
import { errorSummary } from '../throttled-warning.ts';

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

const WARN_INTERVAL_MS = 10_000;
/** Logs that a batch is tried again: at most one line in ten seconds, however long Postgres is unavailable. */
function createRetryWarning(batch: string, log: Logger): (error: unknown, items: number) => void {
  let warnedAt = 0;
  return (error, items) => {
    if (Date.now() - warnedAt < WARN_INTERVAL_MS) return;
    warnedAt = Date.now();
    log.warn({ batch, items, ...errorSummary(error) }, 'a batch could not be written and is tried again');
  };
}

const RETRY = { firstMs: 50, maxMs: 2_000 };
/** How often a statement with a transient error is repeated before the batch is split to find the row that causes it. */
const BRIEF_RETRIES = 5;
const BRIEF_RETRY_MS = 20;

type BatchWriterOptions<T> = {
  name: string;
  log: Logger;
  /** Writes one batch in one transaction. Must be idempotent: it may be called again with the same items or some of them. */
  write: (items: readonly T[]) => Promise<void>;
  /** Called when the items are committed, or dropped as poison messages: they may be acknowledged now. */
  onDone: (items: readonly T[]) => void;
  /** Called before a poison item, which no statement accepts, is dropped. */
  onPoison?: (item: T, error: unknown) => void;
  /** For metrics: how many items were written, and how long it took. */
  onWritten?: (items: number, seconds: number) => void;
  /** The trace context that came with an item, to which the span of the batch is linked. */
  traceparentOf?: (item: T) => string | undefined;
};

type BatchWriter<T> = {
  /** Resolves when every item is committed or dropped, or after `stop`. Must not be called again before it resolves. */
  write(items: readonly T[]): Promise<void>;
  /** Makes no further attempt and calls `onDone` no more. */
  stop(): void;
};

/**
 * Writes a batch until it is committed. While Postgres is unavailable the batch is retried. A batch that fails for any
 * other reason is halved until the poison item is isolated, which is dropped.
 */
function createBatchWriter<T>(options: BatchWriterOptions<T>): BatchWriter<T> {
  const { write, onDone, onPoison, onWritten, traceparentOf, name, log } = options;
  const backoff = createBackoff(RETRY);
  const warn = createRetryWarning(name, log);
  let stopped = false;

  async function writeUntilDone(items: readonly T[], briefRetries = BRIEF_RETRIES): Promise<void> {
    let retriesLeft = briefRetries;
    for (;;) {
      if (stopped) return;
      const begun = performance.now();
      try {
        await commit(items);
      } catch (error) {
        const action = actionForError(error);
        if (action === 'split' || (action === 'retry_briefly' && retriesLeft === 0)) return split(items, error);
        warn(error, items.length);
        await sleep(action === 'retry' ? backoff.next() : BRIEF_RETRY_MS);
        if (action === 'retry_briefly') retriesLeft -= 1;
        continue;
      }
      backoff.reset();
      onWritten?.(items.length, (performance.now() - begun) / 1_000);
      if (!stopped) finish(items);
      return;
    }
  }

  function commit(items: readonly T[]): Promise<void> {
    if (!isTracing()) return write(items);
    const linkedTo = items.flatMap((item) => traceparentOf?.(item) ?? []);
    const attributes = { 'belfry.batch.items': items.length };
    return inSpan(`commit ${name}`, { root: true, attributes, linkedTo }, () => write(items));
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

  return {
    write: (items) => writeUntilDone(items),
    stop() {
      stopped = true;
    },
  };
}

/** Runs the task after `ms`; 0 means setImmediate, because setTimeout(0) waits for a millisecond. @returns a function that cancels it. */
export function runAfter(ms: number, task: () => void): () => void {
  if (ms === 0) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => runAfter(ms, resolve));
