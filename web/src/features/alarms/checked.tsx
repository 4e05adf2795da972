import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { isUnknown, useAlarmSummary } from './alarms-api.ts';

const Checking = createContext(false);

/** Around what shows loudspeakers: all of it knows whether nobody knows yet how they are, as after a start of the server. */
export function Checked({ children }: { children: ReactNode }) {
  const { data } = useAlarmSummary();
  return <Checking value={data !== undefined && isUnknown(data)}>{children}</Checking>;
}

/**
 * The word that stands, with a hollow dot, where "all right" would; null: it is known how loudspeakers are. "Online" is what a device has last
 * reported; see DEV-3.
 */
export function useChecking(): string | null {
  const { t } = useTranslation('ui');
  return useContext(Checking) ? t('device.status.checking') : null;
}
