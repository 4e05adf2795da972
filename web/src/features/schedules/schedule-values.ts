import type { MissedPolicy } from '@belfry/schemas/domain/announcements';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { scheduleBodySchema, type Schedule, type ScheduleAction } from '@belfry/schemas/http/schedules/schedules';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { useLocation } from 'react-router';
import { useTranslation } from '../../lib/translation.ts';
import { changedFields } from '../../lib/edit-conflict.ts';
import { addMinutes, wallTime } from '../../lib/local-time.ts';
import type { ScheduleBody } from './schedules-api.ts';

export const SCHEDULE_TYPES = ['message', 'playlist', 'station', 'silence', 'maintenance', 'report'] as const;
export type ScheduleType = ScheduleAction['type'];
export const TYPES_WITH_DURATION: ReadonlySet<string> = new Set(['playlist', 'station', 'silence']);
const DURATION_DEFAULT = 60;

/** The fields of the form. `content_id` is the message, playlist or station. */
export type ScheduleValues = {
  name: string;
  type: ScheduleType;
  content_id: number | null;
  command: BroadcastCommand;
  days: number | string;
  email: string;
  starts_at: string;
  duration_minutes: number | string;
  rrule: string | null;
  exceptions: string[];
  until_date: string | null;
  holiday_calendar_id: number | null;
  targets: TargetsInput;
  priority: number;
  volume: number | null;
  missed: MissedPolicy;
  enabled: boolean;
};

const QUARTER = 15;

/** A schedule that is still to be filled in: a message, at the next quarter of an hour but one. */
export function newValues(now: number, zone: string | undefined, email: string): ScheduleValues {
  const at = wallTime(now, zone);
  const minutes = Number(at.slice(14, 16));
  return {
    name: '',
    type: 'message',
    content_id: null,
    command: 'install',
    days: 7,
    email,
    starts_at: addMinutes(at, 2 * QUARTER - (minutes % QUARTER)),
    duration_minutes: DURATION_DEFAULT,
    rrule: null,
    exceptions: [],
    until_date: null,
    holiday_calendar_id: null,
    targets: { nodes: [], groups: [], devices: [] },
    priority: 5,
    volume: null,
    missed: { policy: 'skip', minutes: 5 },
    enabled: true,
  };
}

export function valuesOf(schedule: Schedule, email: string): ScheduleValues {
  const { action } = schedule;
  return {
    name: schedule.name,
    type: action.type,
    content_id: contentOf(action),
    command: action.type === 'maintenance' ? action.command : 'install',
    days: action.type === 'report' ? action.days : 7,
    email: action.type === 'report' ? action.email : email,
    starts_at: schedule.starts_at.slice(0, 16),
    duration_minutes: schedule.duration_minutes ?? DURATION_DEFAULT,
    rrule: schedule.rrule,
    exceptions: schedule.exceptions,
    until_date: schedule.until_date,
    holiday_calendar_id: schedule.holiday_calendar_id,
    targets: schedule.targets,
    priority: schedule.priority,
    volume: schedule.volume,
    missed: schedule.missed,
    enabled: schedule.enabled,
  };
}

function contentOf(action: ScheduleAction): number | null {
  if (action.type === 'message') return action.message_id;
  if (action.type === 'playlist') return action.playlist_id;
  return action.type === 'station' ? action.station_id : null;
}

export function bodyOf({ type, content_id, command, days, email, ...values }: ScheduleValues): ScheduleBody {
  const id = content_id ?? 0;
  const actions: Record<ScheduleType, ScheduleAction> = {
    message: { type: 'message', message_id: id },
    playlist: { type: 'playlist', playlist_id: id },
    station: { type: 'station', station_id: id },
    silence: { type: 'silence' },
    maintenance: { type: 'maintenance', command },
    report: { type: 'report', days: Number(days), email: email.trim() },
  };
  return {
    ...values,
    name: values.name.trim(),
    action: actions[type],
    duration_minutes: TYPES_WITH_DURATION.has(type) ? Number(values.duration_minutes) : null,
  };
}

export const changesOf = (values: ScheduleValues, opened: ScheduleValues): Partial<ScheduleBody> =>
  changedFields(bodyOf(values), bodyOf(opened));

export const copyOf = (schedule: Schedule, change: Partial<ScheduleBody>): ScheduleBody => ({
  ...scheduleBodySchema.strip().parse(schedule),
  ...change,
});

/** The type of the bells of a timetable, in the calendar. */
export const BELLS = 'bells';

/** The page of "All pages", whose words stay as they are specified. */
export const useIsOldPage = (): boolean => useLocation().pathname === '/schedule';

/** The name of a type of plan; the server may know further ones. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation('schedule');
  const isOld = useIsOldPage();
  return (type) => {
    if (type === BELLS) return t('bells');
    const typeName = SCHEDULE_TYPES.find((each) => each === type);
    if (!typeName) return t('type_unknown');
    return isOld ? t(`types.${typeName}`) : t(`kinds.${typeName}`);
  };
}
