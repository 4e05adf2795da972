import type { Logger } from '../log.ts';
import { createBackoff } from './backoff.ts';
import { remedyFor } from './commit-errors.ts';
import { errorSummary } from './error-summary.ts';

const RETRY = { firstMs: 50, mostMs: 2_000 };
const COMPLAIN_EVERY_MS = 10_000;
const STUCK_MS = 10_000;
/** A statement that may succeed when it is repeated is repeated so often before one of its rows is blamed. */
const BRIEF_RETRIES = 5;
const BRIEF_RETRY_MS = 20;

export type BatcherOptions<T> = {
  name: string;
  log: Logger;
  /** A batch closes when it has so many items … */
  maxItems: number;
  /** … or when an item has waited so long. While a batch is being written the next one collects. 0: this turn's end. */
  lingerMs: number | ((item: T) => number);
  /** Writes one batch in one transaction. May be called again with the same items, or with a part of them. */
  write: (items: readonly T[]) => Promise<void>;
  /** The items are committed, or dropped as poison: now they may be acknowledged. */
  onDone: (items: readonly T[]) => void;
  /** Before an item alone is dropped, since no statement takes it. */
  onPoison?: (item: T, error: unknown) => void;
  /** Figures: what was written and how long it took. */
  onWritten?: (items: number, seconds: number) => void;
};

export type Batcher<T> = {
  readonly name: string;
  add(item: T): void;
  /** Milliseconds for which the oldest item has been waiting; 0 when nothing waits. */
  lagMs(): number;
  /** Whether the oldest item has been waiting so long that people must hear of it. */
  isStuck(): boolean;
  /** Resolves when everything that was added has been written. */
  drain(): Promise<void>;
  /** Forgets what waits; nothing of it will be acknowledged. */
  stop(): void;
};

/**
 * Collects items and writes them batch by batch, one batch at a time. While Postgres is away a batch is tried again
 * until it goes in; nothing is done before its commit. A batch that fails for any other reason is halved until the
 * poison item stands alone, which is dropped.
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
  let complainedAt = 0;

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
        const remedy = remedyFor(error);
        if (remedy === 'split' || (remedy === 'retry_briefly' && retriesLeft === 0)) return split(items, error);
        complain(error, items.length);
        await passed(remedy === 'retry' ? backoff.next() : BRIEF_RETRY_MS);
        if (remedy === 'retry_briefly') retriesLeft -= 1;
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
      guarded(() => onPoison?.(only, error));
      if (!stopped) finish(items);
      return;
    }
    const half = items.length >> 1;
    await writeUntilDone(items.slice(0, half), 1);
    await writeUntilDone(items.slice(half), 1);
  }

  const finish = (items: readonly T[]): void => guarded(() => onDone(items));

  /** What is committed must not be written again, nor the next batch held up, because somebody who is told of it fails. */
  function guarded(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      log.error({ batch: name, ...errorSummary(error) }, 'a written batch could not be followed up');
    }
  }

  /** Once and then every ten seconds: a server that is away for an hour is not an hour of log. */
  function complain(error: unknown, items: number): void {
    if (Date.now() - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = Date.now();
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

/** A timer that is a real zero: setTimeout(0) waits a millisecond. @returns its cancellation. */
function after(ms: number, task: () => void): () => void {
  if (ms === 0) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));
