import type { Schedule, Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { toast } from '../../../ui/toast.ts';
import {
  addDays,
  addMinutes,
  dateOf,
  daysBetween,
  minutesBetween,
  timeOf,
  useLocalTimes,
} from '../../../lib/local-time.ts';
import { partsOf, WEEKDAYS } from '../../../lib/repeat.ts';
import { copyOf } from '../schedule-values.ts';
import {
  useAddScheduleMutation,
  useDeleteScheduleMutation,
  useEditScheduleMutation,
  useLazyGetScheduleQuery,
} from '../schedules-api.ts';
import { useScheduleOwner } from '../../places/index.ts';

/** Where an occurrence moves to. A duration of null stays as it is. */
export type Move = { from: string; to: string; duration_minutes: number | null };
type Moved = Pick<Schedule, 'starts_at' | 'rrule' | 'exceptions' | 'until_date' | 'duration_minutes'>;

/** The last day that every month has. */
const SAFE_DAY = 28;

/**
 * The changes of a schedule all of whose occurrences move as one of them did: the first one, the weekdays of its rule, its
 * exceptions and its last date. Null where the rule itself names what would have to change, such as an hour or "the last
 * Friday", so that it has to be edited.
 */
export function moveAll(schedule: Moved, { from, to, duration_minutes }: Move): Partial<Moved> | null {
  const days = daysBetween(from, to);
  const rrule = schedule.rrule === null ? null : movedRule(schedule.rrule, days, timeOf(from) !== timeOf(to));
  if (rrule === undefined) return null;
  return {
    starts_at: addMinutes(schedule.starts_at, minutesBetween(from, to)),
    ...(rrule !== schedule.rrule && { rrule }),
    ...(days !== 0 && {
      exceptions: schedule.exceptions.map((date) => addDays(date, days)),
      until_date: schedule.until_date && addDays(schedule.until_date, days),
    }),
    ...(duration_minutes !== null && { duration_minutes }),
  };
}

/** Undefined where it cannot be moved. */
function movedRule(rule: string, days: number, otherTime: boolean): string | undefined {
  const parts = partsOf(rule);
  const names = new Set(parts.map(([name]) => name));
  if (otherTime && (names.has('BYHOUR') || names.has('BYMINUTE'))) return undefined;
  if (days === 0) return rule;
  const moved: string[] = [];
  for (const [name, value] of parts) {
    const next = movedPart(name, value, days);
    if (next === null) return undefined;
    moved.push(`${name}=${next}`);
  }
  return moved.join(';');
}

function movedPart(name: string, value: string, days: number): string | null {
  if (name === 'BYDAY') {
    const at = value.split(',').map((code) => WEEKDAYS.findIndex((each) => each === code));
    if (at.includes(-1)) return null;
    return at
      .map((day) => (((day + days) % 7) + 7) % 7)
      .toSorted((a, b) => a - b)
      .map((day) => WEEKDAYS[day])
      .join(',');
  }
  if (name === 'BYMONTHDAY') {
    const day = Number(value) + days;
    return Number(value) > 0 && day >= 1 && day <= SAFE_DAY ? String(day) : null;
  }
  if (name === 'UNTIL')
    return addDays(value.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3'), days).replaceAll('-', '');
  return ['FREQ', 'INTERVAL', 'COUNT', 'WKST'].includes(name) ? value : null;
}

/** The exceptions of a schedule of which one occurrence has become a schedule of its own. */
export const withoutDate = (exceptions: readonly string[], occurrence: string): string[] =>
  [...new Set([...exceptions, dateOf(occurrence)])].toSorted();

export type Scope = 'this' | 'all';
const NAME_MAX = 80;

/** Moves occurrences. Resolves to whether the server accepted it, and shows why not. */
export function useMove() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const times = useLocalTimes();
  const [load] = useLazyGetScheduleQuery();
  const [add] = useAddScheduleMutation();
  const [edit] = useEditScheduleMutation();
  const [remove] = useDeleteScheduleMutation();
  const owner = useScheduleOwner();

  const report = (name: string, error: unknown, done: string): boolean => {
    if (error === undefined) toast('success', done);
    else toast('error', errorText(error, t('move.failed', { name })));
    return error === undefined;
  };

  async function moveWhole({ schedule_id, name }: Occurrence, move: Move): Promise<boolean> {
    const { data: schedule, error } = await load(schedule_id);
    if (!schedule) return report(name, error ?? null, '');
    const change = moveAll(schedule, move);
    if (!change) {
      toast('error', t('move.impossible'));
      return false;
    }
    const { revision } = schedule;
    const { error: refused } = await edit({ id: schedule_id, change: { ...change, revision } });
    return report(name, refused, t('move.moved', { name }));
  }

  /** The date becomes an exception, and a schedule of its own takes its place. */
  async function moveOne({ schedule_id, name }: Occurrence, { from, to, duration_minutes }: Move): Promise<boolean> {
    const { data: schedule, error } = await load(schedule_id);
    if (!schedule) return report(name, error ?? null, '');
    const copy = copyOf(schedule, {
      name: t('move.alone', { name, date: times.date(dateOf(to)) }).slice(-NAME_MAX),
      starts_at: to,
      rrule: null,
      exceptions: [],
      until_date: null,
      holiday_calendar_id: null,
      ...(duration_minutes !== null && { duration_minutes }),
    });
    const added = await add({ body: copy, owner });
    if (!added.data) return report(name, added.error, '');
    const exceptions = withoutDate(schedule.exceptions, from);
    const { error: refused } = await edit({ id: schedule_id, change: { exceptions, revision: schedule.revision } });
    // Without the exception the occurrence would happen twice, so its copy is removed.
    if (refused) await remove(added.data.id);
    return report(name, refused, t('move.moved', { name }));
  }

  const move = (occurrence: Occurrence, to: Move, scope: Scope): Promise<boolean> =>
    scope === 'this' ? moveOne(occurrence, to) : moveWhole(occurrence, to);
  return { move };
}
