import type { BackupSchedule } from '@belfry/schemas/http/backups';
import { DAY_MS, toInstant, toLocal, type LocalMs } from '../../recurrence/local-time.ts';

export type ScheduleSettings = {
  schedule: BackupSchedule;
  /** By the clock of the time zone. */
  hour: number;
  time_zone: string;
  scheduled_at: Date;
};

const HOUR_MS = 3_600_000;
/** 1970-01-01 was a Thursday. */
const DAYS_FROM_MONDAY = 3;
const INTERVAL_MS: Record<Exclude<BackupSchedule, 'off'>, number> = {
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  monthly: 31 * DAY_MS,
};
const OVERDUE_INTERVALS = 1.5;

/**
 * The first day of the period (day, week or month) that contains a wall-clock time, or of one that is `periods` away.
 */
function beginningOf(schedule: Exclude<BackupSchedule, 'off'>, local: LocalMs, periods: number): LocalMs {
  const day = Math.floor(local / DAY_MS);
  switch (schedule) {
    case 'daily':
      return (day + periods) * DAY_MS;
    case 'weekly':
      return (day - ((day + DAYS_FROM_MONDAY) % 7) + 7 * periods) * DAY_MS;
    case 'monthly': {
      const date = new Date(local);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + periods, 1);
    }
  }
}

function instants({ schedule, hour, time_zone }: ScheduleSettings, now: number): number[] {
  if (schedule === 'off') return [];
  const local = toLocal(now, time_zone);
  return [-1, 0, 1].map((periods) => toInstant(beginningOf(schedule, local, periods) + hour * HOUR_MS, time_zone));
}

/** When a backup was due last, in milliseconds; null without a schedule, and before its first one. */
export function lastDue(settings: ScheduleSettings, now: number): number | null {
  const due = instants(settings, now).findLast((at) => at <= now);
  return due !== undefined && due > settings.scheduled_at.getTime() ? due : null;
}

export const nextDue = (settings: ScheduleSettings, now: number): number | null =>
  instants(settings, now).find((at) => at > now) ?? null;

/** `lastDone`: when the last backup that succeeded began. */
export function isOverdue(settings: ScheduleSettings, lastDone: Date | null, now: number): boolean {
  const { schedule, scheduled_at } = settings;
  if (schedule === 'off') return false;
  const since = Math.max(scheduled_at.getTime(), lastDone?.getTime() ?? 0);
  return now - since > OVERDUE_INTERVALS * INTERVAL_MS[schedule];
}
