import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { PAGE_TITLES } from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../lib/translation.ts';

/** A live page has no typed title, so its title is in the reader's language. */
export function useRunTitle(): (run: Pick<AnnouncementRun, 'kind' | 'title'>) => string {
  const { t } = useTranslation('announcements');
  return ({ kind, title }) => {
    if (kind !== 'page') return title;
    if (title === PAGE_TITLES.recording) return t('page_recording');
    return title === PAGE_TITLES.live ? t('kind.page') : title;
  };
}
