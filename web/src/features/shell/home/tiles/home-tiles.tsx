import { type Role, isAdministrator } from '@belfry/schemas/domain/roles';
import { Title } from '@mantine/core';
import { useTranslation } from '../../../../lib/translation.ts';
import { useMay } from '../../../teams/teams-api.ts';
import { StateTile } from './state-tile.tsx';
import classes from './tiles.module.css';
import type { PlayingDevice } from '@belfry/schemas/http/devices/playing';
import {
  IconVolume,
  IconVolumeOff,
  IconBell,
  IconBellOff,
  IconAlertTriangle,
  IconCircleCheck,
  IconMoodSilence,
} from '@tabler/icons-react';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { usePlaying } from '../../../devices/devices-api.ts';
import { Headline, Lines, LINES_SHOWN, Tile } from './tile.tsx';
import type { NextRing } from '@belfry/schemas/http/schedules/next-rings';
import { useContext } from 'react';
import { useNow } from '../../../../lib/timers.ts';
import { otherZoneOf, TimeZone, timesIn, zoneNameOf } from '../../../../lib/times.ts';
import { useGetNextRingsQuery } from '../../../schedules/schedules-api.ts';
import { dayIn } from './day.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { announcementsApi, useGetProofDaysQuery } from '../../../announcements/announcements-api.ts';

/** The four answers of the home page, as far as the person may know them; see HOME-14. */
export function HomeTiles({ role }: { role: Role }) {
  const { t } = useTranslation('home');
  const seesAlarms = useMay('see_alarms');
  const seesDevices = useMay('see_devices');
  const readsSchedules = useMay('read_schedules');
  const readsRuns = useMay('read_runs');
  if (!seesAlarms && !seesDevices && !readsSchedules && !readsRuns) return null;
  return (
    <section aria-labelledby="now">
      <Title order={2} size="h4" id="now" mb="md">
        {t('tiles.title')}
      </Title>
      <div className={classes.tiles}>
        {seesAlarms && <StateTile />}
        {seesDevices && <PlayingTile role={role} />}
        {readsSchedules && <NextTile />}
        {readsRuns && <UnreachedTile />}
      </div>
    </section>
  );
}

/** What plays where now: in the fleet for administrators, on their devices for everybody else. */
function PlayingTile({ role }: { role: Role }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const all = isAdministrator(role);
  const asked = usePlaying(all);
  const lineOf = ({ serial, name, channel, track }: PlayingDevice) => ({
    key: serial,
    text: t('tiles.playing.line', { place: name ?? serial, track: track || t(`tiles.playing.channel.${channel}`) }),
  });
  return (
    <Tile
      question={t('tiles.playing.question')}
      asked={asked}
      failed={t('tiles.playing.failed')}
      link={{
        to: all ? '/devices?status=online' : '/settings?tab=devices',
        label: t(all ? 'tiles.playing.link' : 'tiles.playing.link_own'),
      }}
    >
      {({ total, devices }) =>
        total === 0 ? (
          <Headline icon={IconVolumeOff}>{t('tiles.playing.none')}</Headline>
        ) : (
          <>
            <Headline icon={IconVolume}>
              {t('tiles.playing.some', { count: total, formatted: formatCount(total, locale) })}
            </Headline>
            <Lines lines={devices.slice(0, LINES_SHOWN).map(lineOf)} />
          </>
        )
      }
    </Tile>
  );
}

const POLL_MS = 60_000;
const STEP_MS = 5_000;

/** What rings next, and what after that. What has begun since gives way to the following one. */
function NextTile() {
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

const MINUTE_MS = 60_000;
/** A place that hears something reports it within this time; until then nobody is told that it did not. */
const REPORTED_WITHIN_MS = 2 * MINUTE_MS;
/** What was certainly not heard, as by a place that is offline, is told within this time. */
const LATEST_MS = 10_000;

const { useGetProofQuery } = announcementsApi;

/** Who was not reached today: the places that did not hear what was announced there, or have not reported that they did. */
function UnreachedTile() {
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
      link={{ to: `/activity?view=said&from=${date}&to=${date}`, label: t('tiles.unreached.link') }}
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
