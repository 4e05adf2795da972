import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { useTranslation } from '../../lib/translation.ts';

const VARIABLES = ['place', 'time', 'date'] as const;

/** A text names none of its places: its variables are written as what each of them hears there. */
export function useWithoutVariables(): (text: string) => string {
  const { t } = useTranslation('receipt');
  return (text) => VARIABLES.reduce((written, each) => written.replaceAll(`{${each}}`, t(`variable.${each}`)), text);
}

/** What nobody has typed has its title in the language of the reader. */
export function useReceiptTitle(): (run: Pick<Receipt, 'title' | 'untyped'>) => string {
  const { t } = useTranslation(['receipt', 'library']);
  const written = useWithoutVariables();
  return ({ title, untyped }) => {
    if (untyped === null) return written(title);
    const isSpoken = untyped === 'live' || untyped === 'recording' || untyped === 'silence';
    return isSpoken ? t(untyped) : t(`library:chimes.${untyped}`);
  };
}
