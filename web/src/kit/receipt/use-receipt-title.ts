import { CHIME_TITLES, SILENCE_TITLE } from '@belfry/schemas/domain/announcements';
import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { PAGE_TITLES } from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../lib/translation.ts';

const CHIMES = ['ding_dong', 'three_tone', 'bell', 'alarm'] as const satisfies (keyof typeof CHIME_TITLES)[];

/** What was said live, a chime alone and a silence have no typed title, so theirs is in the language of the reader. */
export function useReceiptTitle(): (run: Pick<Receipt, 'kind' | 'title'>) => string {
  const { t } = useTranslation(['receipt', 'library']);
  return ({ kind, title }) => {
    if (kind === 'page' && title === PAGE_TITLES.recording) return t('recording');
    if (kind === 'page' && title === PAGE_TITLES.live) return t('live');
    if (kind === 'schedule' && title === SILENCE_TITLE) return t('silence');
    const chime = kind === 'say' && CHIMES.find((each) => CHIME_TITLES[each] === title);
    return chime ? t(`library:chimes.${chime}`) : title;
  };
}
