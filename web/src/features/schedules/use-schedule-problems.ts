import { scheduleActionSchema } from '@belfry/schemas/http/schedules/schedules';
import { useTranslation } from 'react-i18next';
import { checkRule } from './recurrence/check-rule.ts';
import { repeatOf } from './recurrence/repeat.ts';
import { TYPES_WITH_DURATION, type ScheduleValues } from './schedule-values.ts';

const DURATION_MAX = 10_080;
const REPORT_DAYS_MAX = 366;
const isWithin = (value: number | string, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;

/** What is missing or not possible in each field, in the order of the form. */
export function useScheduleProblems() {
  const { t } = useTranslation('schedule-form');
  const ruleProblem = (rule: string | null, startsAt: string): string | null => {
    if (rule === null) return null;
    const repeat = repeatOf(rule, startsAt);
    if (repeat.kind === 'weekly' && repeat.days.length === 0) return t('required.weekdays');
    if (/BYDAY=(;|$)/.test(rule)) return t('required.weekdays');
    const found = checkRule(rule);
    return found && t(`rule_problem.${found.problem}`, { part: found.part });
  };
  const isEmail = (email: string): boolean =>
    scheduleActionSchema.safeParse({ type: 'report', days: 1, email: email.trim() }).success;
  return {
    name: (name: string) => (name.trim() === '' ? t('required.name') : null),
    content_id: (id: number | null, { type }: ScheduleValues) =>
      id === null && (type === 'message' || type === 'playlist' || type === 'station') ? t('required.content') : null,
    days: (days: number | string, { type }: ScheduleValues) =>
      type === 'report' && !isWithin(days, REPORT_DAYS_MAX) ? t('required.days') : null,
    email: (email: string, { type }: ScheduleValues) =>
      type === 'report' && !isEmail(email) ? t('required.email') : null,
    starts_at: (at: string) => (at === '' ? t('required.starts_at') : null),
    duration_minutes: (minutes: number | string, { type }: ScheduleValues) =>
      TYPES_WITH_DURATION.has(type) && !isWithin(minutes, DURATION_MAX) ? t('required.duration') : null,
    rrule: (rule: string | null, { starts_at }: ScheduleValues) => ruleProblem(rule, starts_at),
    targets: ({ nodes = [], groups = [], devices = [] }: ScheduleValues['targets']) =>
      nodes.length + groups.length + devices.length === 0 ? t('required.targets') : null,
  };
}
