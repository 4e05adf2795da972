import { useAlarmSummary } from '../../../features/alarms/alarms-api.ts';

/** Whether Belfry has looked for what is wrong: after a start, loudspeakers that are away may still come back. */
export function useIsWatched(): boolean {
  const { data } = useAlarmSummary();
  return data === undefined || (data.watching && data.checking_since === null);
}
