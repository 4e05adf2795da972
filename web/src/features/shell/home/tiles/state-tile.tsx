import type { AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { IconAlertTriangle, IconBellOff, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from '../../../../lib/translation.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/timers.ts';
import { secondsSince, useAlarmSummary } from '../../../alarms/alarms-api.ts';
import { Headline, Lines, Tile } from './tile.tsx';

/** Whether everything is all right: the alarms that nobody has taken care of yet. */
export function StateTile() {
  const { t } = useTranslation('home');
  const asked = useAlarmSummary();
  return (
    <Tile
      question={t('tiles.state.question')}
      asked={asked}
      failed={t('tiles.state.failed')}
      link={{ to: '/alarms', label: t('tiles.state.link') }}
    >
      {(summary) => <State summary={summary} />}
    </Tile>
  );
}

function State({ summary }: { summary: AlarmSummary }) {
  const { open, acknowledged, snoozed, by_severity, watching, checking_since } = summary;
  const { t } = useTranslation('home');
  const locale = useLocale();
  const urgent = by_severity.high + by_severity.critical;
  const handled = acknowledged + snoozed;
  const counted = (count: number) => ({ count, formatted: formatCount(count, locale) });
  const lines = [
    ...(urgent > 0 ? [{ key: 'urgent', text: t('tiles.state.urgent', counted(urgent)) }] : []),
    ...(handled > 0 ? [{ key: 'handled', text: t('tiles.state.handled', counted(handled)) }] : []),
  ];
  return (
    <>
      {open > 0 && (
        <Headline tone={urgent > 0 ? 'error' : 'warning'} icon={IconAlertTriangle}>
          {t('tiles.state.open', counted(open))}
        </Headline>
      )}
      {open === 0 && checking_since !== null && <Checking since={checking_since} />}
      {open === 0 && watching && checking_since === null && (
        <Headline tone="success" icon={IconCircleCheck}>
          {handled > 0 ? t('tiles.state.nothing_new') : t('tiles.state.good')}
        </Headline>
      )}
      {open === 0 && !watching && (
        <Headline tone="warning" icon={IconBellOff}>
          {t('tiles.state.unwatched')}
        </Headline>
      )}
      <Lines lines={lines} />
    </>
  );
}

/** Devices are waited for, so that nobody knows yet whether they are all right. */
function Checking({ since }: { since: string }) {
  const { t } = useTranslation('home');
  const now = useNow();
  return (
    <Headline tone="plain" icon={IconHourglass}>
      {t('tiles.state.checking', { seconds: secondsSince(since, now) })}
    </Headline>
  );
}
