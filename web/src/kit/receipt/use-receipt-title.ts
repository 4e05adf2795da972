import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { PAGE_TITLES } from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../lib/translation.ts';

/** What was said live has no typed title, so its title is in the language of the reader. */
export function useReceiptTitle(): (run: Pick<Receipt, 'kind' | 'title'>) => string {
  const { t } = useTranslation('receipt');
  return ({ kind, title }) => {
    if (kind !== 'page') return title;
    if (title === PAGE_TITLES.recording) return t('recording');
    return title === PAGE_TITLES.live ? t('live') : title;
  };
}
