import type { DevicesDeps } from '@belfry/api/features/devices/deps';
import { parseTopic } from '@belfry/schemas/mqtt/topics';

/** Records what is told to consoles and asked of the broker when devices change, in order. */
export function recordAnnouncements() {
  const calls: unknown[] = [];
  const deps: Pick<DevicesDeps, 'broker' | 'directory' | 'events'> = {
    directory: { list: () => Promise.reject(new Error('not asked for')), changed: () => calls.push('directory') },
    events: {
      changed: (type, ids, userId) => calls.push([type, ids, userId]),
      notify: () => undefined,
      stop: () => undefined,
    },
    broker: {
      connected: true,
      disconnect: (kind, ids) => Promise.resolve(void calls.push([kind, ids])),
      publish: (topic) => {
        const parsed = parseTopic(topic);
        // One of the topics that are cleared for a device stands for all of them.
        if (parsed?.kind === 'status') calls.push(['cleared', parsed.serial]);
        return Promise.resolve();
      },
    },
  };
  return { calls, deps };
}
