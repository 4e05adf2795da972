import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type { Alarm } from '@belfry/schemas/http/alarms/alarms';
import { useTexts } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { RowState } from '../../kit/list/index.ts';
import { whereOf } from './alarms-api.ts';

const STATES: Record<AlarmSeverity, RowState> = { low: 'look', medium: 'look', high: 'wrong', critical: 'wrong' };

type Texts = {
  name: string;
  /** Where it is, with the number of devices. */
  where: string;
  state: { state: RowState; text: string };
  /** Who takes care of it: `nobody yet`, `Grace since 09:40`, `set aside until 12:00`. */
  care: string;
};

/** An alarm in words, the same in a row and in its drawer. */
export function useAlarmText(): (alarm: Alarm) => Texts {
  const { t } = useTranslation('alarms');
  const nameOf = useTexts(ALARM_NAMES);
  const { time, moment, day } = useTimes();
  const today = day(useNow(60_000));
  const short = (at: string): string => (day(at) === today ? time(at) : moment(at));
  const careOf = ({ state, acknowledged_by: by, acknowledged_at, snoozed_until, cleared_at }: Alarm): string => {
    if (cleared_at !== null) return t('care.over', { at: short(cleared_at) });
    if (state === 'snoozed' && snoozed_until !== null) return t('care.aside', { at: short(snoozed_until) });
    if (acknowledged_at === null) return t('care.nobody');
    return t('care.taken', { name: by?.name ?? t('somebody'), at: short(acknowledged_at) });
  };
  return (alarm) => {
    const where = whereOf(alarm) ?? t('whole');
    const isOver = alarm.cleared_at !== null;
    return {
      name: nameOf[alarm.kind],
      where: alarm.device_count > 1 ? `${where} · ${t('devices', { count: alarm.device_count })}` : where,
      state: { state: isOver ? 'off' : STATES[alarm.severity], text: t(`severity.${alarm.severity}`) },
      care: careOf(alarm),
    };
  };
}
