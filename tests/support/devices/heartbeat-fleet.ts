import { RawClient, publishPacket, subscribePacket } from '@belfry/broker/testing/raw-client';
import { topics } from '@belfry/schemas/mqtt/topics';
import { quantile } from '../../bench/lib/statistics.ts';
import { metricsMessage } from './mqtt-device.ts';
import type { Enrolled } from '../processes/launched-product.ts';

/** Devices that publish metrics at a fixed rate and subscribe to them, so that the delay of each message is measured. */
export interface HeartbeatFleet {
  /** Since the last call: the p99 delay in milliseconds and the count; and how many messages have not arrived yet. */
  takeDelays(): { p99: number; count: number; missing: number };
  /** Whether no device has been disconnected. */
  allConnected(): boolean;
  stop(): void;
}

const EVERY_MS = 50;

export async function startHeartbeats(port: number, enrolled: readonly Enrolled[]): Promise<HeartbeatFleet> {
  const sentAt = new Map<string, number>();
  let delays: number[] = [];
  let seq = 0;
  const clients = await Promise.all(
    enrolled.map(async ({ serial, key }) => {
      const client = await RawClient.open(port);
      const code = await client.connect({ clientId: serial, username: serial, password: Buffer.from(key) });
      if (code !== 0) throw new Error(`refused with ${code}`);
      client.send(subscribePacket(1, { topic: topics.metrics(serial), qos: 0 }));
      await client.next('suback');
      let processed = 0;
      client.socket.on('data', () => {
        const received = client.all('publish');
        for (; processed < received.length; processed++) {
          const id = received[processed]?.payload.toString() ?? '';
          const sent = sentAt.get(id);
          if (sent !== undefined) delays.push(performance.now() - sent);
          sentAt.delete(id);
        }
      });
      return { serial, client };
    }),
  );
  const timer = setInterval(() => {
    seq++;
    for (const { serial, client } of clients) {
      const payload = JSON.stringify({ ...metricsMessage({ seq }), hostname: serial });
      sentAt.set(payload, performance.now());
      client.send(publishPacket(topics.metrics(serial), payload, { qos: 1, messageId: (seq % 65_000) + 1 }));
    }
  }, EVERY_MS);
  return {
    takeDelays() {
      const taken = delays.toSorted((a, b) => a - b);
      delays = [];
      return { p99: quantile(taken, 0.99), count: taken.length, missing: sentAt.size };
    },
    allConnected: () => clients.every(({ client }) => !client.closed),
    stop() {
      clearInterval(timer);
      for (const { client } of clients) client.destroy();
    },
  };
}
