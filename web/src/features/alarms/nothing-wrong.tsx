import { IconBellCheck, IconBellOff, IconHourglass, IconPlugConnectedX } from '@tabler/icons-react';
import { useNow } from '../../lib/timers.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useAway } from '../devices/away-api.ts';
import { secondsSince, useAlarmSummary } from './alarms-api.ts';

/** Tells that messages to the person wait; otherwise they would think that nothing has happened. */
export function HeldBack() {
  const { t } = useTranslation('alarms');
  const { time } = useTimes();
  const held = useAlarmSummary().data?.held_back ?? null;
  if (held === null) return null;
  return <Notice tone="warning">{t('held_back', { count: held.messages, time: time(held.until) })}</Notice>;
}

/** Nothing is wrong only where somebody has looked. */
export function NothingWrong() {
  const { t } = useTranslation('alarms');
  const now = useNow();
  const away = useAway();
  const { data: summary } = useAlarmSummary();
  const since = summary?.checking_since ?? null;
  if (since !== null)
    return (
      <EmptyState icon={<IconHourglass size={24} />} title={t('checking.title', { seconds: secondsSince(since, now) })}>
        {t('checking.text')}
      </EmptyState>
    );
  if (summary?.watching !== false && away && away.offline > 0)
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={24} />}
        title={t('away.title', { count: away.total, offline: away.offline })}
      >
        {t('away.text')}
      </EmptyState>
    );
  const kind = summary?.watching === false ? 'unwatched' : 'empty';
  return (
    <EmptyState
      icon={kind === 'empty' ? <IconBellCheck size={24} /> : <IconBellOff size={24} />}
      title={t(`${kind}.title`)}
    >
      {t(`${kind}.text`)}
    </EmptyState>
  );
}
