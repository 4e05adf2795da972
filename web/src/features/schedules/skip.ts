import { dateOf, useLocalTimes } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import { toastWithUndo } from '../../ui/toast-with-undo.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useSkipBellMutation } from '../bells/bells-api.ts';
import { useEditScheduleMutation, useLazyGetScheduleQuery } from './schedules-api.ts';

/** One time of a plan, or a bell at nodes; `at` by the clock of its places, as 2026-11-23T08:00. */
type SkippableBell = { name: string; at: string; nodes: readonly number[] };
export type Skippable = SkippableBell | { name: string; at: string; plan: number };

/** Leaves out one time, with Undo for 8 s, or has it happen again. Both resolve to whether the server accepted it. */
export function useSkip() {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const { act, pending } = useAct();
  const [read] = useLazyGetScheduleQuery();
  const [edit] = useEditScheduleMutation();
  const [skipBell] = useSkipBellMutation();

  async function set(one: Skippable, skipped: boolean): Promise<boolean> {
    const failed = t('skip.failed', { name: one.name });
    if ('nodes' in one) {
      const { nodes, at } = one;
      return (await act(() => skipBell({ nodes, at, skipped }), { failed })) !== undefined;
    }
    const schedule = await act(() => read(one.plan), { failed });
    if (!schedule) return false;
    const { exceptions, revision } = schedule;
    const date = dateOf(one.at);
    const others = exceptions.filter((each) => each !== date);
    const change = { exceptions: skipped ? [...others, date].toSorted() : others, revision };
    return (await act(() => edit({ id: one.plan, change }), { failed })) !== undefined;
  }
  async function skip(one: Skippable): Promise<boolean> {
    const done = await set(one, true);
    const { name, at } = one;
    if (done) toastWithUndo(t('skip.done', { name, at: times.moment(at) }), () => void set(one, false));
    return done;
  }
  /** A bell rings at another time of its day. */
  async function move({ name, at, nodes }: SkippableBell, to: string): Promise<boolean> {
    const done = await act(() => skipBell({ nodes, at, skipped: false, moved_to: to }), {
      failed: t('skip.failed', { name }),
    });
    if (done === undefined) return false;
    toastWithUndo(t('skip.moved', { name, at: times.moment(to) }), () => void set({ name, at, nodes }, false));
    return true;
  }
  return { skip, move, takeBack: (one: Skippable) => set(one, false), pending };
}
