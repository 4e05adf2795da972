import type { DeviceKind } from './device-kind.ts';

/** A device that has never connected is not installed yet, unless it says why it is offline. A silent one failed after its last message, not when that was noticed. */
export const deviceOffline: DeviceKind = {
  read({ status, silent, last_seen, problem }) {
    if (status !== 'offline') return { bad: false };
    if (problem !== null) return { bad: true, detail: problem };
    if (last_seen === null) return { bad: false };
    return silent ? { bad: true, since: last_seen.getTime() } : { bad: true };
  },
};
