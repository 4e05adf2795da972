import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { RowState } from '../../../kit/list/index.ts';
import { useChecking } from '../../../features/alarms/index.ts';

const STATES: Record<DeviceStatus, RowState> = { online: 'ok', offline: 'wrong', maintenance: 'look' };

/** The dot of a loudspeaker and its text, which is another while it is not known how loudspeakers are. */
export function useSpeakerState(): (status: DeviceStatus, text: string) => { state: RowState; text: string } {
  const checking = useChecking();
  return (status, text) =>
    status === 'online' && checking !== null ? { state: 'off', text: checking } : { state: STATES[status], text };
}
