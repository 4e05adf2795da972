import { Text } from '@mantine/core';
import { useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { RRuleTemporal } from 'rrule-temporal';
import { TimeZone } from '../../../lib/times.ts';
import { wallTime, useLocalTimes, addMinutes, dateOf } from '../../../lib/local-time.ts';
import classes from './schedule-form.module.css';

const SHOWN = 10;

type Props = {
  recurrence: Recurrence;
  /** Dates without occurrences. */
  holidays: readonly string[];
  /** Reports the first one; null where it never happens. Stable. */
  onNext: (at: string | null) => void;
};

export function RunList({ recurrence, holidays, onNext }: Props) {
  const { t } = useTranslation('schedule-form');
  const times = useLocalTimes();
  const zone = useContext(TimeZone);
  const [now] = useState(() => Date.now());
  const key = JSON.stringify([recurrence, holidays]);
  const runs = useMemo(() => {
    const [rule, days] = JSON.parse(key) as [Recurrence, string[]];
    try {
      return nextRuns(rule, new Set(days), wallTime(now, zone), SHOWN);
    } catch {
      return null;
    }
  }, [key, now, zone]);
  const first = runs?.[0] ?? null;
  useEffect(() => onNext(first), [first, onNext]);
  if (!runs || runs.length === 0) {
    return (
      <Text component="output" size="sm" c="var(--bf-warning)">
        {t(runs ? 'preview.empty' : 'preview.impossible')}
      </Text>
    );
  }
  return (
    <ol className={`${classes.runs} tabular`} aria-label={t('preview.title')}>
      {runs.map((at) => (
        <li key={at}>
          <time dateTime={at}>{times.moment(at)}</time>
        </li>
      ))}
    </ol>
  );
}

export type Recurrence = {
  starts_at: string;
  rrule: string | null;
  exceptions: readonly string[];
  until_date: string | null;
};

/** A rule whose occurrences are nearly all left out would otherwise be searched without an end. */
const TRIES_MAX = 1_000;
/** Ends the search of a rule that never matches, such as the 31st of February. */
const ITERATIONS_MAX = 20_000;

/**
 * The next occurrences as wall-clock times, which places in all time zones share.
 * @param holidays dates on which it does not happen
 * @param after a wall-clock time; that instant itself counts
 * @throws where the rule never matches
 */
export function nextRuns(
  recurrence: Recurrence,
  holidays: ReadonlySet<string>,
  after: string,
  count: number,
): string[] {
  const { starts_at, exceptions, until_date } = recurrence;
  const left = new Set(exceptions);
  const runs: string[] = [];
  let at = addMinutes(after > starts_at ? after : starts_at, -1);
  for (const next = occurrencesOf(recurrence); runs.length < count;) {
    const start = next(at);
    if (start === null || (until_date !== null && dateOf(start) > until_date)) break;
    at = start;
    if (!left.has(dateOf(at)) && !holidays.has(dateOf(at))) runs.push(at);
  }
  return runs;
}

function occurrencesOf({ starts_at, rrule }: Recurrence): (at: string) => string | null {
  if (rrule === null) return (at) => (starts_at > at ? starts_at.slice(0, 16) : null);
  const start = starts_at.replaceAll(/[-:]/g, '').padEnd(15, '0');
  // UNTIL is a local date, which includes that day.
  const rule = rrule.replace(/UNTIL=(\d{8})(T\d{6}Z?)?/, 'UNTIL=$1T235959Z');
  const expanded = new RRuleTemporal({
    rruleString: `DTSTART:${start}Z\nRRULE:${rule}`,
    maxIterations: ITERATIONS_MAX,
  });
  let tries = 0;
  return (at) => {
    tries += 1;
    const instant = tries > TRIES_MAX ? null : expanded.next(new Date(`${at}:59Z`));
    return instant ? instant.toPlainDateTime().toString().slice(0, 16) : null;
  };
}
