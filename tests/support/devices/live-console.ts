import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { MqttClient } from 'mqtt';
import type { TestUser } from '../factories.ts';
import { until } from '../until.ts';
import { connectConsole } from './mqtt-console.ts';

/** The first wait of the console after a lost connection (`web/src/lib/mqtt/connection.ts`). */
const RECONNECT = { firstMs: 500, maxMs: 15_000 };
/** Filters in one SUBSCRIBE, as those of the page at an engine that retains nothing (`web/src/lib/mqtt/socket.ts`). */
const FILTERS_AT_ONCE = 8;
/** A busy machine needs seconds for the questions about a client. */
const CONNECTED_MS = 30_000;

/** A console that connects again by itself, as that in a browser does. */
export type LiveConsole = {
  readonly received: number;
  readonly connections: number;
  /** The time since the last message that is counted, in milliseconds. */
  readonly silence: number;
  /**
   * Since the last call: the longest time without a message of the topics that were chosen then, of all by default, in milliseconds. The present one is included.
   */
  takeLongestSilence(nextTopics?: readonly string[]): number;
  /** Connects again after `choose`, which decides where it arrives. */
  connectTo(choose: () => void): Promise<void>;
  stop(): Promise<void>;
};

export function startLiveConsole(wsUrl: string, user: TestUser, filters: string[]): LiveConsole {
  let client: MqttClient | null = null;
  let [received, connections, attempts, failures, longest] = [0, 0, 0, 0, 0];
  let lastAt = performance.now();
  let counted: ReadonlySet<string> | null = null;
  let stopped = false;

  const silence = (): number => performance.now() - lastAt;
  async function connect(): Promise<void> {
    const opened = await connectConsole(wsUrl, user, `test-${++attempts}`).catch(() => null);
    if (!opened) return reconnect();
    client = opened;
    connections++;
    failures = 0;
    opened.once('close', reconnect);
    opened.on('message', (topic) => {
      received++;
      if (counted && !counted.has(topic)) return;
      longest = Math.max(longest, silence());
      lastAt = performance.now();
    });
    for (let from = 0; opened.connected && from < filters.length; from += FILTERS_AT_ONCE)
      // QoS and client id are as those of the page at an engine that retains nothing.
      await opened.subscribeAsync(filters.slice(from, from + FILTERS_AT_ONCE), { qos: 0 }).catch(() => undefined);
  }
  function reconnect(): void {
    client = null;
    if (!stopped) setTimeout(() => void connect(), backoffMs(failures++, RECONNECT));
  }
  void connect();

  return {
    get received() {
      return received;
    },
    get silence() {
      return silence();
    },
    get connections() {
      return connections;
    },
    takeLongestSilence(nextTopics) {
      counted = nextTopics ? new Set(nextTopics) : null;
      const taken = Math.max(longest, silence());
      longest = 0;
      lastAt = performance.now();
      return taken;
    },
    async connectTo(choose) {
      choose();
      const before = connections;
      client?.stream.destroy();
      await until('the console is connected again', () => connections > before, Boolean, CONNECTED_MS);
    },
    async stop() {
      stopped = true;
      await client?.endAsync(true);
    },
  };
}
