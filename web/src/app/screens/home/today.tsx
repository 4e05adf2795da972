import { Button } from '@mantine/core';
import type { NextRing } from '@belfry/schemas/http/schedules/next-rings';
import { useContext } from 'react';
import { useSkip } from '../../../features/schedules/index.ts';
import { useMay } from '../../../features/teams/teams-api.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/timers.ts';
import { wallTime } from '../../../lib/local-time.ts';
import { TimeZone } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { SoundLine } from '../../../ui/sound-line.tsx';
import { When } from '../../../ui/when.tsx';
import { dayIn } from './day.ts';
import classes from './home.module.css';

const DAY_MS = 86_400_000;
const REFRESH_MS = 60_000;

type Coming = Pick<NextRing, 'title' | 'at'> & { schedule_id?: number | null };

/** The day of the reader, or of a zone. */
export function useToday(zone?: string | null): { now: number; startsAt: number } {
  const own = useContext(TimeZone);
  const now = useNow(REFRESH_MS);
  return { now, startsAt: dayIn(now, zone ?? own ?? 'UTC').startsAt };
}

const HOUR_MS = 3_600_000;

/** `in 45 minutes`, `in 16 hours` */
function untilText(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale);
  if (ms < HOUR_MS) return format.format(Math.max(1, Math.round(ms / 60_000)), 'minute');
  return ms < DAY_MS ? format.format(Math.round(ms / HOUR_MS), 'hour') : format.format(Math.round(ms / DAY_MS), 'day');
}

type Props = {
  /** What will sound next, by time. */
  coming: readonly Coming[];
  /** The clock of the place; null: that of the reader. */
  zone: string | null;
  /** The one place; null: there are several. */
  place?: number | null;
};

/** What will sound today: a line of the day with a mark for each, and the first of them by name. */
export function Today({ coming, zone, place = null }: Props) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const { now, startsAt } = useToday(zone);
  const ahead = coming.filter(({ at }) => Date.parse(at) > now);
  const today = ahead.filter(({ at }) => Date.parse(at) < startsAt + DAY_MS);
  const rows = today.length > 0 ? today : ahead.slice(0, 1);
  const share = (instant: number): number => (instant - startsAt) / DAY_MS;
  return (
    <section aria-label={t('today.title')}>
      <h2 className={classes.title}>{t('today.title')}</h2>
      <SoundLine
        now={share(now)}
        marks={today.map(({ at, title }) => ({ key: `${at} ${title}`, at: share(Date.parse(at)) }))}
      />
      {rows.length === 0 ? (
        <p className={classes.nothing}>{t('today.nothing')}</p>
      ) : (
        <ul className={classes.coming}>
          {rows.map((item) => (
            <li key={`${item.at} ${item.title}`}>
              <span className="tabular">
                <When at={item.at} zone={zone} />
              </span>
              <span className={classes.what}>{item.title}</span>
              <span className={classes.when}>{untilText(Date.parse(item.at) - now, locale)}</span>
              <SkipButton item={item} zone={zone} place={place} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Leaves out one time of a plan, or a bell of the place. */
function SkipButton({ item, zone, place }: { item: Coming; zone: string | null; place: number | null }) {
  const { t } = useTranslation('home');
  const may = useMay('edit_schedules');
  const { skip, pending } = useSkip();
  const { schedule_id: id, title: name, at: instant } = item;
  // Offsets of zones are whole minutes, so that the seconds are the same everywhere.
  const at = `${wallTime(Date.parse(instant), zone ?? undefined)}:${instant.slice(17, 19)}`;
  if (!may || id == null) return null;
  const one = id > 0 ? { name, at, plan: id } : place === null ? null : { name, at, nodes: [place] };
  if (one === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={pending}
      aria-label={t('today.skip_of', { title: name })}
      onClick={() => void skip(one)}
    >
      {t('today.skip')}
    </Button>
  );
}
