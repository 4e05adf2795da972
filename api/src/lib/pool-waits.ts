import { Counter, Gauge, Histogram } from 'prom-client';

const permits = new Gauge({
  name: 'belfry_pool_permits',
  help: 'Permits of a pool that are taken',
  labelNames: ['pool'],
});
const waitSeconds = new Histogram({
  name: 'belfry_pool_wait_seconds',
  help: 'How long calls waited for a permit of a pool, those that got none included',
  labelNames: ['pool'],
  buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
});
const refused = new Counter({
  name: 'belfry_pool_refused_total',
  help: 'Calls that got no permit of a pool; own: the organisation has taken its share, full: others have taken the pool',
  labelNames: ['pool', 'because'],
});
const longestWait = new Gauge({
  name: 'belfry_pool_longest_wait_seconds',
  help: 'How long others have kept the organisation that waits longest from its turn in a pool, now',
  labelNames: ['pool'],
  collect: () => {
    for (const [pool, waiting] of queues) longestWait.set({ pool }, secondsOf(waiting));
  },
});

/** A semaphore in which somebody waits. `longestMs`: how long others have kept the key that waits longest from its turn. */
type Waiting = { longestMs(): number; promisedMs: number };

/** The semaphores in which somebody waits, by pool; one that ever had a queue stays in the metrics. */
const queues = new Map<string, Set<Waiting>>();

export type LateTurn = { pool: string; waitedS: number };
type Noted = LateTurn & { at: number };
let latest: Noted | null = null;
/** Longer than the evaluator of alarms takes between two looks, so that it sees a wait that is over. */
const REMEMBERED_MS = 120_000;

const secondsOf = (waiting: ReadonlySet<Waiting>): number =>
  Math.max(0, ...[...waiting].map((each) => each.longestMs() / 1_000));

export function observePool(pool: string, promisedMs: number) {
  return {
    taken: () => permits.inc({ pool }),
    given: () => permits.dec({ pool }),
    refused: (because: 'own' | 'full') => refused.inc({ pool, because }),
    waits(waiting: Waiting) {
      const all = queues.get(pool) ?? new Set();
      queues.set(pool, all.add(waiting));
    },
    waitsNoMore: (waiting: Waiting) => void queues.get(pool)?.delete(waiting),
    /** @param turnMs how long others have kept the key from its turn */
    waited(ms: number, turnMs: number) {
      waitSeconds.observe({ pool }, ms / 1_000);
      if (turnMs > promisedMs) latest = { pool, waitedS: turnMs / 1_000, at: performance.now() };
    },
  };
}

/** The pool of this process in which an organisation waited, or waits, for longer than promised within the last two minutes; null: none did. */
export function findLateTurn(): LateTurn | null {
  const waiting = [...queues]
    .flatMap(([pool, all]) => [...all].map((each) => ({ pool, ms: each.longestMs(), promisedMs: each.promisedMs })))
    .filter(({ ms, promisedMs }) => ms > promisedMs)
    .sort((a, b) => b.ms - a.ms)[0];
  if (waiting) return { pool: waiting.pool, waitedS: waiting.ms / 1_000 };
  if (!latest || performance.now() - latest.at > REMEMBERED_MS) return null;
  return { pool: latest.pool, waitedS: latest.waitedS };
}
