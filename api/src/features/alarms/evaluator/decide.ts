import { UNSTABLE_CHANGES, UNSTABLE_WITHIN_MS, type AlarmKind } from '@belfry/schemas/domain/alarms';

/** Later than everything that is stored: nothing is due until the condition changes. */
export const NEVER = Date.UTC(9999, 0, 1);
export const CHANGES_KEPT = UNSTABLE_CHANGES + 1;

/** What is wrong with a device or another subject, or was shortly before. Times are milliseconds since 1970. */
export type Condition = {
  condition_id: number;
  kind: AlarmKind;
  subject: string;
  owner_id: number | null;
  device_id: number | null;
  company_id: number | null;
  bad: boolean;
  since: number;
  changes: readonly number[];
  detail?: string | null;
  alarm_id: number | null;
  alarm_kind: AlarmKind | null;
};

export type Timing = {
  enabled: boolean;
  delayMs: number;
  clearAfterMs: number;
  unstable: boolean;
};

/** The instant, and until when nobody is told: of maintenance, or an outage of Belfry itself; 0 where neither is. */
export type Moment = { now: number; frozenUntil: number };

/**
 * What is to be done with a condition:
 * - `wait`: nothing before `until`;
 * - `raise`: it needs an alarm; `become-unstable`: it belongs to an alarm of that kind from now on;
 * - `leave`: it belongs to its alarm no longer; `forget`: nothing is to be remembered of it.
 */
export type Decision =
  | { do: 'wait'; until: number; frozen?: true }
  | { do: 'raise' | 'become-unstable' | 'leave' | 'forget' };

const wait = (until: number): Decision => ({ do: 'wait', until });
const at = (time: number, now: number, step: Exclude<Decision['do'], 'wait'>): Decision =>
  time > now ? wait(time) : { do: step };

export function isUnstable(changes: readonly number[], now: number): boolean {
  const oldest = changes.at(-CHANGES_KEPT);
  return oldest !== undefined && now - oldest < UNSTABLE_WITHIN_MS;
}

export function decide(condition: Condition, timing: Timing, { now, frozenUntil }: Moment): Decision {
  const { bad, since, changes, alarm_id, alarm_kind } = condition;
  if (frozenUntil > now) return { do: 'wait', until: frozenUntil, frozen: true };
  const calmAt = (changes.at(-1) ?? since) + UNSTABLE_WITHIN_MS;
  if (alarm_kind === 'unstable') return timing.unstable ? at(calmAt, now, 'leave') : { do: 'leave' };
  if (timing.enabled && timing.unstable && isUnstable(changes, now)) return { do: 'become-unstable' };
  if (!timing.enabled && alarm_id !== null) return { do: 'leave' };
  if (bad) return timing.enabled && alarm_id === null ? at(since + timing.delayMs, now, 'raise') : wait(NEVER);
  return alarm_id === null ? at(calmAt, now, 'forget') : at(since + timing.clearAfterMs, now, 'leave');
}
