import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { useTranslation } from 'react-i18next';
import { timeOf, useLocalTimes } from './local-time.ts';
import { repeatOf, type Repeat } from './repeat.ts';
import { SCHEDULE_TYPES } from './schedule-values.ts';

type Ruled = Pick<Schedule, 'rrule' | 'starts_at' | 'until_date'>;

/** Tells when a schedule happens: `Every week: Mon, Fri, 08:00, until Dec 18, 2026`. */
export function useRuleText(): (schedule: Ruled) => string {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();

  function textOf(repeat: Repeat, startsAt: string): string {
    switch (repeat.kind) {
      case 'once':
        return `${t('rule.once')}, ${times.date(startsAt)}`;
      case 'custom':
        return t('rule.custom', { text: repeat.text });
      case 'daily':
        return repeat.interval === 1 ? t('rule.daily') : t('rule.daily_n', { count: repeat.interval });
      case 'yearly':
        return repeat.interval === 1 ? t('rule.yearly') : t('rule.yearly_n', { count: repeat.interval });
      case 'weekly': {
        const days = repeat.days.map((day) => times.weekday(day)).join(', ');
        return repeat.interval === 1
          ? t('rule.weekly', { days })
          : t('rule.weekly_n', { count: repeat.interval, days });
      }
      case 'monthly_day': {
        const { day, interval } = repeat;
        return interval === 1 ? t('rule.monthly_day', { day }) : t('rule.monthly_day_n', { count: interval, day });
      }
      case 'monthly_weekday': {
        const nth = t(`nth.${nthKey(repeat.nth)}`);
        const [day, count] = [times.weekday(repeat.day, 'long'), repeat.interval];
        return count === 1 ? t('rule.monthly_weekday', { nth, day }) : t('rule.monthly_weekday_n', { count, nth, day });
      }
      default:
        return repeat satisfies never;
    }
  }

  return ({ rrule, starts_at, until_date }) => {
    const rule = textOf(repeatOf(rrule, starts_at), starts_at);
    const at = t('rule.at', { rule, time: times.time(`${starts_at.slice(0, 10)}T${timeOf(starts_at)}`) });
    return until_date === null ? at : `${at}, ${t('rule.until', { date: times.date(until_date) })}`;
  };
}

/** The text of a position in the month. */
export const nthKey = (nth: number): '1' | '2' | '3' | '4' | 'last' =>
  nth === 1 ? '1' : nth === 2 ? '2' : nth === 3 ? '3' : nth === 4 ? '4' : 'last';

/** The name of a type of schedule; the server may know further ones. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation('schedule');
  return (type) => {
    const known = SCHEDULE_TYPES.find((each) => each === type);
    return known ? t(`types.${known}`) : t('type_unknown');
  };
}
