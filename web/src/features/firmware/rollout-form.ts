import { ROLLOUT_DEFAULTS, rolloutPhasesSchema, type StartRollout } from '@belfry/schemas/http/firmware/rollouts';

/** The dialog's fields. `groups` has one group per phase. */
export type RolloutForm = {
  by: 'share' | 'groups';
  shares: string;
  groups: (number | null)[];
  errorPercent: number | string;
  pauseSeconds: number | string;
  allowDowngrade: boolean;
};

export const INITIAL_FORM: RolloutForm = {
  by: 'share',
  shares: ROLLOUT_DEFAULTS.phases.join(', '),
  groups: [null],
  errorPercent: ROLLOUT_DEFAULTS.max_error_rate * 100,
  pauseSeconds: ROLLOUT_DEFAULTS.phase_pause_s,
  allowDowngrade: false,
};

/** The request of the form; null while a field is invalid. */
export function rolloutOf(filename: string, form: RolloutForm): StartRollout | null {
  const phases = rolloutPhasesSchema.safeParse(
    form.by === 'share' ? sharesOf(form.shares) : groupPhasesOf(form.groups),
  );
  const [errorPercent, pause] = [form.errorPercent, form.pauseSeconds];
  if (!phases.success || typeof errorPercent !== 'number' || typeof pause !== 'number') return null;
  return {
    filename,
    phases: phases.data,
    max_error_rate: errorPercent / 100,
    phase_pause_s: pause,
    ...(form.allowDowngrade && { allow_downgrade: true }),
  };
}

/** `1, 10 100 %` → [1, 10, 100] */
export const sharesOf = (text: string): number[] =>
  text
    .split(/[\s,;%]+/)
    .filter((word) => word !== '')
    .map(Number);

const groupPhasesOf = (groups: readonly (number | null)[]) =>
  groups.flatMap((group) => (group === null ? [] : [{ group_ids: [group] }]));
