import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError, busy } from '../errors.ts';
import { createThreadPool, ThreadLimitError, ThreadWorkError } from '../threads/thread-pool.ts';
import { BudgetError, nextOccurrence, type Recurrence } from './expand.ts';
import type { LocalMs } from './local-time.ts';
import { RuleError } from './rule.ts';
import {
  countOccurrences,
  toListed,
  type findNext,
  type findTouching,
  type listFirst,
  type CountInput,
  type Listed,
  type ListInput,
  type NextInput,
  type TouchingInput,
} from './works.ts';

/** What one call may use of the processor, in milliseconds; see SCHED-20. */
const CALL_MS = 2_000;
/** Processor time for the next occurrence of one rule. */
const NEXT_MS = 250;
/** The end of a thread whose work does not notice its budget, because it is within a single step of the library. */
const TIMEOUT_MS = 8_000;
/** More than one rule can have in the longest range, so that a count is exact. */
const COUNTED_MAX = 50_000;
/** Occurrences of all rules of a call. */
const EXPANDED_MAX = 100_000;

const pool = createThreadPool({
  program: new URL('./recurrence.worker.ts', import.meta.url),
  maxHeapMb: 128,
  pool: 'recurrences',
  atOnce: 2,
  perKey: 1,
  waitingPerKey: 20,
  promisedMs: 2 * TIMEOUT_MS,
  refusal: busy('Other schedules are being computed. Please try again shortly.'),
});

/**
 * The expansions of rules for a user, in a thread that is ended at its limit, so that no rule delays other people. Each throws
 * BudgetError when it would take too long, and rate_limited while too much waits.
 */
export const expansions = {
  /** See `countOccurrences`; throws RuleError as well. */
  async count(userId: number, counted: Omit<CountInput, 'budget'>): Promise<number> {
    const input = { ...counted, budget: { occurrences: COUNTED_MAX, ms: CALL_MS } };
    if (input.recurrence.rrule === null) return countOccurrences(input);
    return run<typeof countOccurrences>(userId, 'countOccurrences', input);
  },
  next: (userId: number, items: NextInput['items']): Promise<ReturnType<typeof findNext>> =>
    run<typeof findNext>(userId, 'findNext', { items, msEach: NEXT_MS, ms: CALL_MS }),
  list: async (userId: number, input: Omit<ListInput, 'budget'>): Promise<Listed[]> =>
    toListed(await run<typeof listFirst>(userId, 'listFirst', { ...input, budget: BUDGET })),
  touching: (userId: number, input: Omit<TouchingInput, 'budget'>): Promise<ReturnType<typeof findTouching>> =>
    run<typeof findTouching>(userId, 'findTouching', { ...input, budget: BUDGET }),
};

const BUDGET = { occurrences: EXPANDED_MAX, ms: CALL_MS };

const ERRORS: Readonly<Record<string, new (message: string) => Error>> = { RuleError, BudgetError };

async function run<Work extends (input: never) => unknown>(
  userId: number,
  name: string,
  input: Parameters<Work>[0],
): Promise<ReturnType<Work>> {
  try {
    return (await pool.run(userId, { name, input, timeoutMs: TIMEOUT_MS })) as ReturnType<Work>;
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new BudgetError(error.message);
    const ErrorClass = error instanceof ThreadWorkError ? ERRORS[error.kind] : undefined;
    throw ErrorClass ? new ErrorClass((error as Error).message) : error;
  }
}

/** For callers over HTTP: throws unprocessable with a text for users instead of BudgetError. */
export async function orTooMuch<T>(expanding: Promise<T>): Promise<T> {
  return expanding.catch((error: unknown) => {
    if (error instanceof BudgetError)
      throw new AppError(
        'unprocessable',
        'These schedules happen too often to be computed. Please disable or delete some.',
      );
    throw error;
  });
}

/** The next occurrences of this many rules are kept: lists of schedules are read far more often than a rule goes on. */
const KEPT_MAX = 20_000;

const ONCE = { take: () => undefined };

/** `next` is right for all times from `from` until it. */
type Known = { from: LocalMs; next: LocalMs | null };
const cache = new LRUCache<string, Known>({ max: KEPT_MAX });

/** A rule and the time from which its next occurrence is searched. `holidays` names the calendar, whose days never change. */
type Searched = { recurrence: Recurrence; holidayCalendarId: number | null; from: LocalMs };

/** In local time; null if there is none, or none that is found in time. Throws rate_limited while too much waits. */
export async function nextOccurrences(userId: number, searched: readonly Searched[]): Promise<(LocalMs | null)[]> {
  const keys = searched.map(keyOf);
  const nextOnes = searched.map(({ recurrence, from }, index) =>
    recurrence.rrule === null ? nextOccurrence(recurrence, from, ONCE) : lookUp(keys[index] ?? '', from),
  );
  const missing = searched.flatMap(({ recurrence, from }, index) =>
    nextOnes[index] === undefined ? [{ index, recurrence, from }] : [],
  );
  if (missing.length === 0) return nextOnes.map((next) => next ?? null);
  const computed = await expansions.next(userId, missing).catch(noneInTime);
  for (const [at, { index, from }] of missing.entries()) {
    const next = computed[at];
    nextOnes[index] = next;
    if (next !== undefined) cache.set(keys[index] ?? '', { from, next });
  }
  return nextOnes.map((next) => next ?? null);
}

function noneInTime(error: unknown): undefined[] {
  if (error instanceof BudgetError) return [];
  throw error;
}

function lookUp(key: string, from: LocalMs): LocalMs | null | undefined {
  const entry = cache.get(key);
  return entry && from >= entry.from && (entry.next === null || from <= entry.next) ? entry.next : undefined;
}

/** A hash, because exceptions may be long. */
const keyOf = ({ recurrence: { starts_at, rrule, exceptions, until_date }, holidayCalendarId }: Searched): string =>
  createHash('sha256')
    .update(JSON.stringify([starts_at, rrule, exceptions, until_date, holidayCalendarId]))
    .digest('base64');
