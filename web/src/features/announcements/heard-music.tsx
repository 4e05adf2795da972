import { Text } from '@mantine/core';
import { IconMusic } from '@tabler/icons-react';
import type { HeardTrack } from '@belfry/schemas/http/announcements/heard-music';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useLocale } from '../../lib/i18n.ts';
import type { ListAddress } from '../../lib/list-address.ts';
import { DeviceName } from '../../ui/devices/device-marks.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { announcementsApi, type MusicRange } from './announcements-api.ts';
import type { ProofFilter } from './proof-address.ts';
import classes from './announcements.module.css';

const PAGE_SIZE = 50;

/** One page of the tracks that were heard at the places in a time, as licence societies ask for them. */
export function HeardMusic({ at, range }: { at: ListAddress<ProofFilter>; range: MusicRange }) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const locale = useLocale();
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const list = usePage(announcementsApi.endpoints.getHeardMusic, {
    at,
    size: PAGE_SIZE,
    ask: ({ page, page_size }) => ({ ...range, page, page_size }),
  });
  return (
    <RowList
      list={list}
      label={t('music.title')}
      entry={classes.row}
      waiting={<LineSkeletons count={6} height={36} />}
      failure={(error: unknown) => ({ message: messageOf(error) })}
      empty={
        <EmptyState icon={<IconMusic size={24} />} title={t('music.empty')}>
          {t('music.empty_text')}
        </EmptyState>
      }
      showing={(shown: { from: string; to: string; total: string; count: number }) => t('proof.showing', shown)}
      keyOf={({ place, serial, track_id }) => `${place} ${serial} ${track_id}`}
    >
      {({ place, serial, plays, seconds, first_day, last_day, ...track }) => (
        <>
          <span className={classes.place}>
            <DeviceName name={place} serial={serial} /> {titleOf(track)}
          </span>
          <span className={classes.detail}>
            {[...new Set([first_day, last_day])].map((day) => days.format(new Date(day))).join(' – ')}
          </span>
          <Text span size="sm" className="tabular">
            {t('music.plays', { count: plays })} · {t('music.minutes', { minutes: Math.ceil(seconds / 60) })}
          </Text>
        </>
      )}
    </RowList>
  );
}

/** The title as in the file, else the name in the library. */
const titleOf = ({ artist, title, name }: Pick<HeardTrack, 'artist' | 'title' | 'name'>): string =>
  title === null ? name : [artist, title].filter((part) => part !== null).join(' – ');
