import type { SoundTestSetting } from '@belfry/schemas/domain/sound-tests';
import { minutesOfDay } from '@belfry/schemas/domain/time-of-day';
import { DAY_MS, MINUTE_MS, toInstant, toLocal } from '../../recurrence/local-time.ts';

/** The window of a night, in milliseconds since 1970. It includes its start and excludes its end. */
export type NightWindow = { from: number; to: number };

/** The windows of a setting that begin on the day before, the day of, and the day after an instant in a zone, the earliest first. */
function windowsAround({ from, to }: SoundTestSetting, zone: string, now: number): NightWindow[] {
  const midnight = Math.floor(toLocal(now, zone) / DAY_MS) * DAY_MS;
  const [begin, end] = [minutesOfDay(from), minutesOfDay(to)];
  const length = ((end > begin ? end : end + DAY_MS / MINUTE_MS) - begin) * MINUTE_MS;
  return [-1, 0, 1].map((day) => {
    const start = midnight + day * DAY_MS + begin * MINUTE_MS;
    return { from: toInstant(start, zone), to: toInstant(start + length, zone) };
  });
}

export const windowAt = (setting: SoundTestSetting, zone: string, now: number): NightWindow | null =>
  windowsAround(setting, zone, now).find(({ from, to }) => from <= now && now < to) ?? null;

/** The last window that has ended at an instant, within so many milliseconds; null where none has. */
export const windowEnded = (
  setting: SoundTestSetting,
  zone: string,
  { now, within }: { now: number; within: number },
): NightWindow | null => windowsAround(setting, zone, now).findLast(({ to }) => to <= now && now - within < to) ?? null;

export const nextWindow = (setting: SoundTestSetting, zone: string, now: number): number =>
  windowsAround(setting, zone, now).find(({ from }) => from > now)?.from ?? now + DAY_MS;
