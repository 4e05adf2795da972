import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';

const RECONNECT_MS = 250;

/** A console that follows devices over WebSocket during an upgrade, and reconnects as the web page does. */
export type UpgradeConsole = {
  /** How often it was connected, and how often it was refused, which would sign its user out. */
  readonly connections: number;
  readonly refusals: number;
  /** How many messages it has received. */
  readonly received: number;
  stop(): Promise<void>;
};

export function startUpgradeConsole(
  wsUrl: string,
  user: { id: number; key: string },
  serials: readonly string[],
): UpgradeConsole {
  const counts = { connections: 0, refusals: 0, received: 0 };
  const client = mqtt.connect(wsUrl, {
    clientId: consoleClientId(user.id, 'upgrade'),
    username: String(user.id),
    password: user.key,
    reconnectPeriod: RECONNECT_MS,
    clean: true,
  });
  client.on('connect', () => {
    counts.connections += 1;
    client.subscribe(serials.map(topics.metrics), { qos: 0 });
  });
  client.on('message', () => (counts.received += 1));
  client.on('error', (error) => {
    // MQTT.js gives the return code of a refused CONNECT; an unreachable broker has the code of the system.
    if ('code' in error && typeof error.code === 'number') counts.refusals += 1;
  });
  return {
    get connections() {
      return counts.connections;
    },
    get refusals() {
      return counts.refusals;
    },
    get received() {
      return counts.received;
    },
    stop: () => client.endAsync(true),
  };
}
