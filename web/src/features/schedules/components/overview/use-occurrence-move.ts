import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { useState } from 'react';
import { dateOf, isLocalDate, minutesBetween, timeOf } from '../../recurrence/local-time.ts';
import { moveAll, type Move } from '../../recurrence/move.ts';
import { useGetScheduleQuery } from '../../api/schedules-api.ts';
import { useMove, type Scope } from '../../use-move.ts';

type Options = { occurrence: Occurrence; dragged: Move | null; onClose: (moved: boolean) => void };

/**
 * The fields of the dialog that moves an occurrence, and sending them. `lasts` is its duration in minutes, null where it has
 * none; `allPossible` is false where the rule of the schedule does not allow that all dates move alike.
 */
export function useOccurrenceMove({ occurrence, dragged, onClose }: Options) {
  const { move, skip } = useMove();
  const { recurring, schedule_id, at, until } = occurrence;
  const begin = dragged?.to ?? at.slice(0, 16);
  const lasts = until === null ? null : minutesBetween(at, until);
  const [date, setDate] = useState(dateOf(begin));
  const [time, setTime] = useState(timeOf(begin));
  const [duration, setDuration] = useState<number | string>(dragged?.duration_minutes ?? lasts ?? '');
  const [scope, setScope] = useState<Scope>(recurring ? 'this' : 'all');
  const [busy, setBusy] = useState<'move' | 'skip' | null>(null);
  const { data: schedule } = useGetScheduleQuery(schedule_id);
  const valid = isLocalDate(date) && time !== '' && (lasts === null || Number(duration) >= 1);
  const wanted: Move = {
    from: at.slice(0, 16),
    to: `${date}T${time.slice(0, 5)}`,
    duration_minutes: lasts === null || Number(duration) === lasts ? null : Number(duration),
  };
  const allPossible = !valid || !schedule || moveAll(schedule, wanted) !== null;

  /** Moves the occurrence, or leaves its date out; calls `onClose` where the server accepts it. */
  async function submit(kind: 'move' | 'skip'): Promise<void> {
    setBusy(kind);
    const done = await (kind === 'move' ? move(occurrence, wanted, scope) : skip(occurrence));
    setBusy(null);
    if (done) onClose(true);
  }
  const fields = { date, setDate, time, setTime, duration, setDuration, scope, setScope };
  return { ...fields, lasts, valid, allPossible, busy, submit };
}

export type OccurrenceMove = ReturnType<typeof useOccurrenceMove>;
