import { fillInText, reasonOf } from '@belfry/schemas/domain/reasons';
import type { DryRun, DryRunReason } from '@belfry/schemas/http/schedules/dry-run';

const TEXTS: Record<DryRunReason, string> = {
  begins: 'It begins in this minute',
  lasts: 'It lasts and nothing is above it',
  day_programme: 'The day programme of this place',
  disabled: 'The schedule is disabled',
  excepted: 'An exception, a holiday or the end of the schedule',
  silenced: 'The silence “{name}” keeps it away',
  quiet: 'Quiet hours',
  lower_priority: '“{name}” has a higher priority',
  began_earlier: '“{name}” began later',
  schedule_above: 'The schedule “{name}” is above it',
};

export type ReasonFields = Pick<DryRun['heard'][number], 'reason' | 'reason_code' | 'reason_params'>;

/** The reason why something is heard or not. @param name of the schedule that is above it */
export const dryRunReason = (code: DryRunReason, name?: string): ReasonFields => {
  const params: Record<string, string> = name === undefined ? {} : { name };
  return { reason: fillInText(TEXTS[code], params), reason_code: code, reason_params: params };
};

/** The problem of a schedule, as a text that cannot be spoken. */
export const problemReason = (problem: string): ReasonFields => ({ reason: problem, ...reasonOf(problem) });
