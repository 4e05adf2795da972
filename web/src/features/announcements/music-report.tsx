import { IconMusic } from '@tabler/icons-react';
import type { HeardTrack } from '@belfry/schemas/http/announcements/heard-music';
import { Row } from '../../kit/list/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { speakerAddress } from '../../lib/device-address.ts';
import { dateLocale } from '../../lib/browser-habits.ts';
import { useLocale } from '../../lib/i18n.ts';
import { NO_FILTERS, useLocalPage } from '../../lib/list-address.ts';
import { useTranslation } from '../../lib/translation.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { announcementsApi, type MusicRange } from './announcements-api.ts';

const PAGE_SIZE = 50;

/** The tracks that were heard at the places in a time, as licence societies ask for them. */
export function MusicReport({ range }: { range: MusicRange }) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const locale = useLocale();
  const days = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(announcementsApi.endpoints.getHeardMusic, {
    at,
    size: PAGE_SIZE,
    ask: ({ page, page_size }) => ({ ...range, page, page_size }),
  });
  return (
    <RowList
      list={list}
      label={t('music.title')}
      waiting={<LineSkeletons count={6} height={36} />}
      failure={(error: unknown) => ({ message: messageOf(error) })}
      empty={
        <EmptyState icon={<IconMusic size={24} />} title={t('music.empty')}>
          {t('music.empty_text')}
        </EmptyState>
      }
      showing={(counts: { from: string; to: string; total: string; count: number }) => t('music.showing', counts)}
      keyOf={({ place, serial, track_id }) => `${place} ${serial} ${track_id}`}
    >
      {({ place, serial, plays, seconds, first_day, last_day, ...track }) => (
        <Row
          to={speakerAddress(serial)}
          name={titleOf(track)}
          path={place}
          facts={`${t('music.plays', { count: plays })} · ${t('music.minutes', { minutes: Math.ceil(seconds / 60) })}`}
          time={[...new Set([first_day, last_day])].map((day) => days.format(new Date(day))).join(' – ')}
        />
      )}
    </RowList>
  );
}

/** The title as in the file, else the name in the library. */
const titleOf = ({ artist, title, name }: Pick<HeardTrack, 'artist' | 'title' | 'name'>): string =>
  title === null ? name : [artist, title].filter((part) => part !== null).join(' – ');
