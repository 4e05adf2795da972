import { parseTopic } from '@belfry/schemas/mqtt/topics';
import type { Deps } from '@belfry/api/deps';

/** Records, in order, the console events and the calls of the broker that a change of devices causes. */
export function recordDeviceChanges() {
  const calls: unknown[] = [];
  const deps: Pick<Deps, 'broker' | 'directory' | 'events'> = {
    directory: { list: () => Promise.reject(new Error('not asked for')), changed: () => calls.push('directory') },
    events: {
      changed: (type, ids, userId) => calls.push([type, ids, userId]),
      notifyAll: () => undefined,
      notify: () => undefined,
      stop: () => undefined,
    },
    broker: {
      connected: true,
      forget: () => Promise.resolve(),
      invite: () => Promise.resolve(),
      uninvite: () => Promise.resolve(),
      closePage: () => Promise.resolve(),
      disconnect: (kind, ids) => Promise.resolve(void calls.push([kind, ids])),
      publish: (topic) => {
        const parsed = parseTopic(topic);
        // Several retained topics are cleared per device; recording one of them is enough.
        if (parsed?.kind === 'status') calls.push(['cleared', parsed.serial]);
        return Promise.resolve();
      },
    },
  };
  return { calls, deps };
}
