import { IconAlertTriangle, IconCircleCheck, IconMoodSilence } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useContext } from 'react';
import { useTranslation } from '../../../../lib/translation.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/timers.ts';
import { TimeZone, zoneNameOf } from '../../../../lib/times.ts';
import { announcementsApi, useGetProofDaysQuery } from '../../../announcements/announcements-api.ts';
import { dayIn } from './day.ts';
import { Headline, Lines, LINES_SHOWN, Tile } from './tile.tsx';

const MINUTE_MS = 60_000;
/** A place that hears something reports it within this time; until then nobody is told that it did not. */
const REPORTED_WITHIN_MS = 2 * MINUTE_MS;
/** What was certainly not heard, as by a place that is offline, is told within this time. */
const LATEST_MS = 10_000;

const { useGetProofQuery } = announcementsApi;

/** Who was not reached today: the places that did not hear what was announced there, or have not reported that they did. */
export function UnreachedTile() {
  const { t } = useTranslation('home');
  const zone = zoneNameOf(useContext(TimeZone));
  const now = useNow(MINUTE_MS);
  const { date, startsAt } = dayIn(now, zone);
  const until = Math.max(startsAt, Math.floor((now - REPORTED_WITHIN_MS) / MINUTE_MS) * MINUTE_MS);
  const soon = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  const range = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  // Shortly after midnight there is nothing that had to be reported yet.
  const isEarly = until === startsAt;
  const { data: reported, ...days } = useGetProofDaysQuery(isEarly ? skipToken : range(startsAt, until), {
    pollingInterval: MINUTE_MS,
    skipPollingIfUnfocused: true,
  });
  const { data: latest } = useGetProofDaysQuery(range(until, soon), {
    pollingInterval: LATEST_MS,
    skipPollingIfUnfocused: true,
  });
  const counted = isEarly ? [] : reported;
  const missedLately = sumOf(latest, ({ not_heard }) => not_heard);
  const expected = sumOf(counted, ({ expected }) => expected) + sumOf(latest, ({ heard }) => heard);
  const missed = sumOf(counted, ({ expected, heard }) => expected - heard) + missedLately;
  return (
    <Tile
      question={t('tiles.unreached.question')}
      asked={{ ...days, data: counted && { expected, missed } }}
      failed={t('tiles.unreached.failed')}
      link={{ to: `/say?tab=proof&from=${date}&to=${date}&unheard=1`, label: t('tiles.unreached.link') }}
    >
      {() =>
        missed > 0 ? (
          <Missed range={range(startsAt, missedLately > 0 ? soon : until)} missed={missed} />
        ) : expected > 0 ? (
          <Headline tone="success" icon={IconCircleCheck}>
            {t('tiles.unreached.nobody')}
          </Headline>
        ) : (
          <Headline icon={IconMoodSilence}>{t('tiles.unreached.nothing')}</Headline>
        )
      }
    </Tile>
  );
}

const sumOf = <T,>(rows: readonly T[] = [], numberOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + numberOf(row), 0);

/** How often it was, and the latest of them. Where only their names cannot be loaded, the number is shown without. */
function Missed({ range, missed }: { range: { from: string; to: string }; missed: number }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const { data } = useGetProofQuery({ ...range, heard: 'false', page: 1, page_size: LINES_SHOWN });
  return (
    <>
      <Headline tone="error" icon={IconAlertTriangle}>
        {t('tiles.unreached.some', { count: missed, formatted: formatCount(missed, locale) })}
      </Headline>
      <Lines
        lines={(data?.rows ?? []).map(({ run_id, serial, place, title }) => ({
          key: `${run_id} ${serial}`,
          text: t('tiles.unreached.line', { place, title }),
        }))}
      />
    </>
  );
}
