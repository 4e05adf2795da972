import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { useTranslation } from '../../lib/translation.ts';

/** What nobody has typed has its title in the language of the reader. */
export function useReceiptTitle(): (run: Pick<Receipt, 'title' | 'untyped'>) => string {
  const { t } = useTranslation(['receipt', 'library']);
  return ({ title, untyped }) => {
    if (untyped === null) return title;
    const isSpoken = untyped === 'live' || untyped === 'recording' || untyped === 'silence';
    return isSpoken ? t(untyped) : t(`library:chimes.${untyped}`);
  };
}
