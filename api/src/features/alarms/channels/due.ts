import { ALARM_SEVERITIES, type AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type { AlarmLevel } from '@belfry/schemas/http/accounts/settings';
import { DAY_MS, MINUTE_MS, toInstant, toLocal } from '../../../recurrence/local-time.ts';
import type { Channel, Recipient } from './notices.repository.ts';

/** The minute of the day at which alarms of low severity are told, by the clock of the person. */
const DIGEST_MINUTE = 8 * 60;

export const isWanted = (severity: AlarmSeverity, level: AlarmLevel): boolean =>
  level !== 'never' && ALARM_SEVERITIES.indexOf(severity) >= ALARM_SEVERITIES.indexOf(level);

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function nextMinute(now: number, zone: string, minute: number): number {
  const local = toLocal(now, zone);
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  const today = midnight + minute * MINUTE_MS;
  return toInstant(today > local ? today : today + DAY_MS, zone);
}

/**
 * The instant of a notice by a channel: at once, at the end of the person's quiet hours, or with the digest of the next
 * morning. Null: no notice. A critical alarm does not wait.
 */
export function dueAt(
  { time_zone, alarm_mail, alarm_sms, alarm_push, alarm_quiet }: Omit<Recipient, 'user_id' | 'has_browser'>,
  { channel, severity, now }: { channel: Channel; severity: AlarmSeverity; now: number },
): Date | null {
  if (!isWanted(severity, { mail: alarm_mail, sms: alarm_sms, push: alarm_push }[channel])) return null;
  if (severity === 'low') return new Date(nextMinute(now, time_zone, DIGEST_MINUTE));
  if (severity === 'critical' || alarm_quiet === null) return new Date(now);
  const minute = Math.floor((toLocal(now, time_zone) % DAY_MS) / MINUTE_MS);
  const [from, to] = [minutesOf(alarm_quiet.from), minutesOf(alarm_quiet.to)];
  const isQuiet = from <= to ? from <= minute && minute < to : minute >= from || minute < to;
  return new Date(isQuiet ? nextMinute(now, time_zone, to) : now);
}
