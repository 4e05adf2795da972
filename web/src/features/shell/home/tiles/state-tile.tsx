import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import {
  IconAlertTriangle,
  IconBellOff,
  IconCircleCheck,
  IconHourglass,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useTranslation } from '../../../../lib/translation.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale, useTexts } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/timers.ts';
import { alarmsApi, secondsSince, useAlarmSummary, whereOf } from '../../../alarms/alarms-api.ts';
import { useAway } from '../../../devices/away-api.ts';
import { Headline, Lines, Tile } from './tile.tsx';

const AWAY_NAMED = 3;

/** Whether all is well: alarms that nobody has taken care of, and devices that are offline before that is an alarm. */
export function StateTile() {
  const { t } = useTranslation('home');
  const asked = useAlarmSummary();
  return (
    <Tile
      question={t('tiles.state.question')}
      asked={asked}
      failed={t('tiles.state.failed')}
      link={{ to: '/activity?view=needs', label: t('tiles.state.link') }}
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
  const away = useAway();
  const { offline, total, names } = away ?? { offline: 0, total: 0, names: [] };
  const isCalm = open === 0 && watching && checking_since === null;
  const counted = (count: number) => ({ count, formatted: formatCount(count, locale) });
  const lines = [
    ...(offline > 0 && open > 0
      ? [{ key: 'away', text: t('tiles.state.away', { ...counted(total), offline: formatCount(offline, locale) }) }]
      : []),
    ...(offline > 0 && open === 0 && names.length > 0
      ? [{ key: 'names', text: names.slice(0, AWAY_NAMED).join(', ') }]
      : []),
    ...(offline > 0 && isCalm && handled === 0 ? [{ key: 'pending', text: t('tiles.state.no_alarm') }] : []),
    ...(urgent > 0 ? [{ key: 'urgent', text: t('tiles.state.urgent', counted(urgent)) }] : []),
    ...(handled > 0 ? [{ key: 'handled', text: t('tiles.state.handled', counted(handled)) }] : []),
  ];
  return (
    <>
      {open > 0 && (
        <>
          <Headline tone={urgent > 0 ? 'error' : 'warning'} icon={IconAlertTriangle}>
            {t('tiles.state.open', counted(open))}
          </Headline>
          <NewestAlarm />
        </>
      )}
      {open === 0 && checking_since !== null && <Checking since={checking_since} />}
      {isCalm && offline > 0 && (
        <Headline tone={offline === total ? 'error' : 'warning'} icon={IconPlugConnectedX}>
          {t('tiles.state.away', { ...counted(total), offline: formatCount(offline, locale) })}
        </Headline>
      )}
      {isCalm && offline === 0 && (
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

function NewestAlarm() {
  const nameOf = useTexts(ALARM_NAMES);
  const { data } = alarmsApi.endpoints.getAlarmsPage.useQuery({ state: 'open', page: 1, page_size: 1 });
  const [newest] = data?.rows ?? [];
  if (!newest) return null;
  const text = [nameOf[newest.kind], whereOf(newest)].filter(Boolean).join(' · ');
  return <Lines lines={[{ key: 'newest', text }]} />;
}

/** Devices are still expected, so their state is unknown. */
function Checking({ since }: { since: string }) {
  const { t } = useTranslation('home');
  const now = useNow();
  return (
    <Headline tone="plain" icon={IconHourglass}>
      {t('tiles.state.checking', { seconds: secondsSince(since, now) })}
    </Headline>
  );
}
