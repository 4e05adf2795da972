import type { ReactNode } from 'react';
import { CheckingProvider } from '../../ui/devices/checking.ts';
import { isUnknown, useAlarmSummary } from './alarms-api.ts';

/** Around what shows loudspeakers: all of it knows whether they are being checked. */
export function Checked({ children }: { children: ReactNode }) {
  const { data } = useAlarmSummary();
  return <CheckingProvider value={data !== undefined && isUnknown(data)}>{children}</CheckingProvider>;
}
