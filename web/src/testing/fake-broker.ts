import type { OpenSocket, SocketEvents } from '../lib/mqtt/connection.ts';

export function createFakeBroker() {
  const log: string[] = [];
  let events: SocketEvents | undefined;
  let refuse = false;
  const open: OpenSocket = (given) => {
    log.push('open');
    if (refuse) return Promise.reject(new Error('refused'));
    events = given;
    return Promise.resolve({
      subscribe: (filters) => log.push(`+ ${filters.join(' ')}`),
      unsubscribe: (filters) => log.push(`- ${filters.join(' ')}`),
      close: () => log.push('close'),
      check: () => log.push('check'),
    });
  };
  return {
    open,
    log,
    publish: (topic: string, message: unknown, retained = false): void => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      events?.onMessage({ topic, payload: new TextEncoder().encode(text), retained });
    },
    closeConnection: (): void => {
      const last = events;
      events = undefined;
      last?.onClose();
    },
    refuse: (value: boolean): void => {
      refuse = value;
    },
  };
}
