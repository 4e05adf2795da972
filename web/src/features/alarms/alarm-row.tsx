import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { AlarmState } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type { Alarm } from '@belfry/schemas/http/alarms/alarms';
import { Badge, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { formatAgo } from '../../lib/format.ts';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import { useTimes } from '../../lib/times.ts';
import { whereOf } from './alarms-api.ts';
import classes from './alarms.module.css';

const COLOURS: Record<AlarmSeverity, string> = { low: 'gray', medium: 'warning', high: 'error', critical: 'error' };

export function SeverityBadge({ severity }: { severity: AlarmSeverity }) {
  const { t } = useTranslation('alarms');
  return (
    <Badge variant={severity === 'critical' ? 'filled' : 'light'} color={COLOURS[severity]} tt="none" miw="max-content">
      {t(`severity.${severity}`)}
    </Badge>
  );
}

export const useStateText = (): ((state: AlarmState) => string) => {
  const { t } = useTranslation('alarms');
  return (state) => t(`state.${state}`);
};

const AGE_STEP_MS = 10_000;

export function AlarmRow({ alarm, onOpen }: { alarm: Alarm; onOpen: (id: number) => void }) {
  const { t } = useTranslation('alarms');
  const nameOf = useTexts(ALARM_NAMES);
  const stateText = useStateText();
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  return (
    <UnstyledButton className={classes.row} onClick={() => onOpen(alarm.alarm_id)} aria-haspopup="dialog">
      <span className={classes.severity}>
        <SeverityBadge severity={alarm.severity} />
      </span>
      <span className={classes.what}>{nameOf[alarm.kind]}</span>
      <span className={classes.where}>
        {whereOf(alarm) ?? t('whole')}
        {alarm.device_count > 1 && ` · ${t('devices', { count: alarm.device_count })}`}
      </span>
      <span className={classes.state}>{stateText(alarm.state)}</span>
      <span className={classes.when} title={times.moment(alarm.raised_at)}>
        {formatAgo(alarm.raised_at, now, locale)}
      </span>
    </UnstyledButton>
  );
}
