import { DEFAULT_UTC_OFFSET_MINUTES } from '@belfry/schemas/domain/account';
import { formatUtcOffset, parseUtcOffset, UTC_OFFSET_MAX, UTC_OFFSET_MIN } from '@belfry/schemas/domain/utc-offset';

/** Minutes east of UTC, also from `+HH:MM`; those of Moscow where they are missing or invalid; see HOME-6. */
export function readUtcOffset(value: unknown): number {
  const minutes = typeof value === 'string' ? (parseUtcOffset(value) ?? Number.parseInt(value, 10)) : value;
  return typeof minutes === 'number' &&
    Number.isInteger(minutes) &&
    minutes >= UTC_OFFSET_MIN &&
    minutes <= UTC_OFFSET_MAX
    ? minutes
    : DEFAULT_UTC_OFFSET_MINUTES;
}

/** 330 → `GMT+5:30`, 0 → `GMT`. */
export function gmtOf(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours = '', rest = ''] = formatUtcOffset(minutes).split(':');
  const short = `${hours.slice(0, 1)}${Number(hours.slice(1))}`;
  return rest === '00' ? `GMT${short}` : `GMT${short}:${rest}`;
}
