import type { NextRing } from '@belfry/schemas/http/schedules/next-rings';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from '../../../../lib/translation.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/timers.ts';
import { otherZoneOf, TimeZone, timesIn, zoneNameOf } from '../../../../lib/times.ts';
import { useGetNextRingsQuery } from '../../../schedules/schedules-api.ts';
import { dayIn } from './day.ts';
import { Headline, Lines, Tile } from './tile.tsx';

const POLL_MS = 60_000;
const STEP_MS = 5_000;

/** What rings next, and what after that. What has begun since gives way to the following one. */
export function NextTile() {
  const { t } = useTranslation('home');
  const now = useNow(STEP_MS);
  const whenOf = useWhen(now);
  const asked = useGetNextRingsQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  return (
    <Tile
      question={t('tiles.next.question')}
      asked={asked}
      failed={t('tiles.next.failed')}
      link={{ to: '/schedule', label: t('tiles.next.link') }}
    >
      {(rings) => {
        const [first, second] = rings.filter(({ at }) => Date.parse(at) > now);
        if (!first) return <Headline icon={IconBellOff}>{t('tiles.next.none')}</Headline>;
        return (
          <>
            <Headline icon={IconBell}>{t('tiles.next.first', { when: whenOf(first), title: first.title })}</Headline>
            <Lines
              lines={[
                { key: 'place', text: first.place ?? t('tiles.next.several') },
                ...(second
                  ? [{ key: 'then', text: t('tiles.next.then', { when: whenOf(second), title: second.title }) }]
                  : []),
              ]}
            />
          </>
        );
      }}
    </Tile>
  );
}

/** Writes the time of a ring by the clock of its place: with the date on another day, and with the zone where that is not the reader's. */
function useWhen(now: number): (ring: NextRing) => string {
  const locale = useLocale();
  const own = useContext(TimeZone);
  return ({ at, time_zone }) => {
    const other = otherZoneOf(own, time_zone);
    const zone = other ?? zoneNameOf(own);
    const times = timesIn(locale, zone);
    const isToday = dayIn(now, zone).date === dayIn(Date.parse(at), zone).date;
    return [!isToday && times.day(at), times.time(at), other !== null && `(${other})`].filter(Boolean).join(' ');
  };
}
