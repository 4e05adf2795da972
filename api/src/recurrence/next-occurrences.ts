import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BudgetError } from './budget.ts';
import { expansions } from './expansions.ts';
import { nextOccurrence, type Recurrence } from './expand.ts';
import type { LocalMs } from './local-time.ts';

/** The next occurrences of this many rules are kept: lists of schedules are read far more often than a rule goes on. */
const KEPT_MAX = 20_000;

/** Without a rule nothing is expanded. */
const ONCE = { take: () => undefined };

/** `next` is right for all times from `from` until it. */
type Known = { from: LocalMs; next: LocalMs | null };
const known = new LRUCache<string, Known>({ max: KEPT_MAX });

/** Of whom the next occurrence is wanted. `holidays` names the calendar, whose days never change. */
export type Wanted = { recurrence: Recurrence; holidayCalendarId: number | null; from: LocalMs };

/** The next occurrence of each in local time; null if there is none, or none that is found in time. Throws rate_limited while too much waits. */
export async function nextOccurrences(userId: number, wanted: readonly Wanted[]): Promise<(LocalMs | null)[]> {
  const keys = wanted.map(keyOf);
  const found = wanted.map(({ recurrence, from }, index) =>
    recurrence.rrule === null ? nextOccurrence(recurrence, from, ONCE) : lookUp(keys[index] ?? '', from),
  );
  const missing = wanted.flatMap(({ recurrence, from }, index) =>
    found[index] === undefined ? [{ index, recurrence, from }] : [],
  );
  if (missing.length === 0) return found.map((next) => next ?? null);
  const computed = await expansions.next(userId, missing).catch(noneInTime);
  for (const [at, { index, from }] of missing.entries()) {
    const next = computed[at];
    found[index] = next;
    if (next !== undefined) known.set(keys[index] ?? '', { from, next });
  }
  return found.map((next) => next ?? null);
}

function noneInTime(error: unknown): undefined[] {
  if (error instanceof BudgetError) return [];
  throw error;
}

function lookUp(key: string, from: LocalMs): LocalMs | null | undefined {
  const entry = known.get(key);
  return entry && from >= entry.from && (entry.next === null || from <= entry.next) ? entry.next : undefined;
}

/** A hash, because exceptions may be long. */
const keyOf = ({ recurrence: { starts_at, rrule, exceptions, until_date }, holidayCalendarId }: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([starts_at, rrule, exceptions, until_date, holidayCalendarId]))
    .digest('base64');
