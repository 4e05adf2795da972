import { createContext, useContext } from 'react';
import { useTranslation } from '../../lib/translation.ts';

const Checking = createContext(false);

/** Says whether nobody knows yet how the loudspeakers on the page are, as after a start of the server; false without it. */
export const CheckingProvider = Checking.Provider;

/** The word that stands, with a hollow dot, where "all right" or "online" would; null: it is known how loudspeakers are. */
export function useChecking(): string | null {
  const { t } = useTranslation('ui');
  return useContext(Checking) ? t('device.status.checking') : null;
}
