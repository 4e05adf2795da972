import type { DeviceStatus } from '@belfry/schemas/domain/device';

type OnlineStatus = Exclude<DeviceStatus, 'offline'>;
export type Status = ReturnType<typeof createStatus>;

/** The status of a running device, published when it changes. */
export function createStatus(publish: (status: OnlineStatus) => void) {
  let status: OnlineStatus = 'online';
  return {
    current: (): OnlineStatus => status,
    set: (next: OnlineStatus): void => {
      if (next === status) return;
      status = next;
      publish(status);
    },
    /** After a restart the device is online; the status is published with the next connection. */
    reset(): void {
      status = 'online';
    },
    publish: (): void => publish(status),
  };
}
