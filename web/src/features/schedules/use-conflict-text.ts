import { useTranslation } from 'react-i18next';
import type { FieldConflict } from '../../lib/edit-conflict.ts';
import type { ScheduleValues } from './schedule-values.ts';

const LABELS = {
  name: 'name',
  type: 'type',
  content_id: 'content_hint',
  command: 'command',
  days: 'days',
  email: 'email',
  starts_at: 'starts_at',
  duration_minutes: 'duration',
  rrule: 'repeat',
  exceptions: 'exceptions',
  until_date: 'until',
  holiday_calendar_id: 'holidays.label',
  targets: 'targets',
  priority: 'priority',
  volume: 'volume',
  missed: 'missed',
  enabled: 'enabled',
} as const satisfies Record<keyof ScheduleValues, string>;

type Shown = Record<keyof ScheduleValues, string | boolean>;

/** The names of the fields and their values as texts, for conflicting changes. */
export function useConflictText() {
  const { t } = useTranslation(['schedule-form', 'schedule']);
  const textOf = (field: keyof ScheduleValues, value: unknown): string | boolean => {
    if (typeof value === 'boolean') return value;
    if (value === null || (Array.isArray(value) && value.length === 0)) return t('conflict_none');
    if (field === 'targets') {
      const { nodes = [], groups = [], devices = [] } = value as ScheduleValues['targets'];
      const count = nodes.length + groups.length + devices.length;
      return t('schedule:places', { count, places: String(count) });
    }
    if (field === 'missed') return t(`missed_policies.${(value as ScheduleValues['missed']).policy}`);
    if (field === 'type') return t(`schedule:types.${value as ScheduleValues['type']}`);
    return Array.isArray(value) ? value.join(', ') : `${value as string | number}`;
  };
  return {
    labelOf: (field: keyof ScheduleValues): string => t(LABELS[field]),
    shown: ({ field, theirs, yours }: FieldConflict<ScheduleValues>): FieldConflict<Shown> => ({
      field,
      theirs: textOf(field, theirs),
      ...(yours !== undefined && { yours: textOf(field, yours) }),
    }),
  };
}
