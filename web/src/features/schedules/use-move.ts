import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { toast } from '../../ui/toast.ts';
import { dateOf } from './recurrence/local-time.ts';
import { moveAll, withoutDate, type Move } from './recurrence/move.ts';
import { copyOf } from './schedule-values.ts';
import {
  useAddScheduleMutation,
  useDeleteScheduleMutation,
  useEditScheduleMutation,
  useLazyGetScheduleQuery,
} from './api/schedules-api.ts';
import { useLocalTimes } from './use-local-times.ts';
import { useScheduleOwner } from './use-schedule-owner.ts';

/** What moves: one date of a recurring schedule, or all of them. */
export type Scope = 'this' | 'all';
const NAME_MAX = 80;

/** Moves occurrences, and leaves dates out. Each resolves to whether the server accepted it, and shows why not. */
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

  /** All dates, or the only one. */
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

  async function skip({ schedule_id, name, at }: Occurrence): Promise<boolean> {
    const { data: schedule, error } = await load(schedule_id);
    if (!schedule) return report(name, error ?? null, '');
    const exceptions = withoutDate(schedule.exceptions, at);
    const { error: refused } = await edit({ id: schedule_id, change: { exceptions, revision: schedule.revision } });
    return report(name, refused, t('move.skipped', { name, date: times.date(dateOf(at)) }));
  }

  const move = (occurrence: Occurrence, to: Move, scope: Scope): Promise<boolean> =>
    scope === 'this' ? moveOne(occurrence, to) : moveWhole(occurrence, to);
  return { move, skip };
}
