import {
  BudgetError,
  spend,
  checkRecurrence,
  happensAt,
  nextOccurrence,
  occurrencesBetween,
  expandInZones,
  type Budget,
  type Spending,
  type Recurrence,
  type Occurrence,
  type Range,
} from './expand.ts';
import { createClock, type LocalMs } from './local-time.ts';

/** The expansions that are done in a thread, because an accepted rule may take long. All of them throw BudgetError unless they say otherwise. */

export type Lasting = { recurrence: Recurrence; lengthMs: number };

/**
 * Throws RuleError for a rule that is malformed or never happens.
 * @returns how many occurrences are in `windowMs` from its next one on
 */
export function countOccurrences({ recurrence, lengthMs, from, windowMs, budget }: CountInput): number {
  const spending = spend(budget);
  checkRecurrence(recurrence);
  const first = nextOccurrence(recurrence, from - lengthMs, spending);
  return first === null ? 0 : occurrencesBetween(recurrence, first, first + lengthMs + windowMs, { spending }).length;
}

export type CountInput = Lasting & { from: LocalMs; windowMs: number; budget: Budget };

/** The next occurrence of each; null: there is none, undefined: it was not found within the budget of this one or of all. */
export function findNext({ items, msEach, ms }: NextInput): (LocalMs | null | undefined)[] {
  const all = spend({ occurrences: Infinity, ms });
  return items.map(({ recurrence, from }) => {
    try {
      all.take(0);
      return nextOccurrence(recurrence, from, spend({ occurrences: Infinity, ms: msEach }));
    } catch (error) {
      if (error instanceof BudgetError) return undefined;
      throw error;
    }
  });
}

export type NextInput = { items: { recurrence: Recurrence; from: LocalMs }[]; msEach: number; ms: number };

export type Listed = Occurrence & { index: number };
const FIELDS = 4;

/**
 * The first `max` occurrences of all items by time, at most `maxEach` of each.
 * @returns index, local time, instant and end of each, as `toListed` reads them
 */
export function listFirst({ items, max, maxEach, budget }: ListInput): Float64Array {
  const spending = spend(budget);
  const clocks = new Map<string, (local: LocalMs) => number>();
  const listed: Listed[] = [];
  for (const [index, { recurrence, lengthMs, zone, from, to }] of items.entries()) {
    const instantOf = clocks.get(zone) ?? createClock(zone);
    clocks.set(zone, instantOf);
    const times = occurrencesBetween(recurrence, from, to, { spending, max: maxEach }).slice(0, maxEach);
    for (const local of times) listed.push({ index, local, at: instantOf(local), until: instantOf(local + lengthMs) });
  }
  listed.sort((a, b) => a.at - b.at || a.index - b.index);
  return Float64Array.from(listed.slice(0, max).flatMap(({ index, local, at, until }) => [index, local, at, until]));
}

export type ListInput = {
  items: (Lasting & { zone: string; from: LocalMs; to: LocalMs })[];
  max: number;
  maxEach: number;
  budget: Budget;
};

export const toListed = (numbers: Float64Array): Listed[] =>
  Array.from({ length: numbers.length / FIELDS }, (_, row) => {
    const [index = 0, local = 0, at = 0, until = 0] = numbers.subarray(row * FIELDS, (row + 1) * FIELDS);
    return { index, local, at, until };
  });

/** An occurrence of a rule, and whether an exception, a holiday or its end keeps it away. */
export type Touching = Occurrence & { happens: boolean };

/** The last `maxEach` occurrences of each rule that touch a range, also those that are excepted, and the last one that is not. */
export function findTouching({ items, zone, range, maxEach, budget }: TouchingInput): Touching[][] {
  const spending = spend(budget);
  return items.map((item) => lastTouching(item, { zone, range, maxEach, spending }));
}

export type TouchingInput = { items: Lasting[]; zone: string; range: Range; maxEach: number; budget: Budget };

function lastTouching(
  { recurrence, lengthMs }: Lasting,
  { zone, range, maxEach, spending }: { zone: string; range: Range; maxEach: number; spending: Spending },
): Touching[] {
  const unexcepted: Recurrence = { ...recurrence, exceptions: [], until_date: null, holidays: new Set() };
  const starts = expandInZones({ recurrence: unexcepted, lengthMs, since: 0 }, [zone], range, spending).get(zone) ?? [];
  const touching = starts.map((one) => Object.assign(one, { happens: happensAt(recurrence, one.local) }));
  const last = touching.slice(-maxEach);
  const happening = last.some(({ happens }) => happens) ? undefined : touching.findLast(({ happens }) => happens);
  return happening ? [happening, ...last] : last;
}
