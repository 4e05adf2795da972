import { RawClient, publishPacket, subscribePacket } from '@belfry/broker/testing/raw-client';
import { topics } from '@belfry/schemas/mqtt/topics';
import { quantile } from '../bench/lib/statistics.ts';
import { aRecord } from './mqtt-device.ts';
import type { Enrolled } from './launched-product.ts';

/** Devices that measure steadily and hear themselves, so that each message tells how long it was on its way. */
export interface HeartbeatFleet {
  /** What it took since the last call: milliseconds there and back, and how many messages are on their way. */
  take(): { p99: number; count: number; missing: number };
  /** Whether nobody was cut off. */
  whole(): boolean;
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
      let seen = 0;
      client.socket.on('data', () => {
        const heard = client.all('publish');
        for (; seen < heard.length; seen++) {
          const id = heard[seen]?.payload.toString() ?? '';
          const sent = sentAt.get(id);
          if (sent !== undefined) delays.push(performance.now() - sent);
          sentAt.delete(id);
        }
      });
      return { serial, client };
    }),
  );
  const beating = setInterval(() => {
    seq++;
    for (const { serial, client } of clients) {
      const payload = JSON.stringify({ ...aRecord({ seq }), hostname: serial });
      sentAt.set(payload, performance.now());
      client.send(publishPacket(topics.metrics(serial), payload, { qos: 1, messageId: (seq % 65_000) + 1 }));
    }
  }, EVERY_MS);
  return {
    take() {
      const taken = delays.toSorted((a, b) => a - b);
      delays = [];
      return { p99: quantile(taken, 0.99), count: taken.length, missing: sentAt.size };
    },
    whole: () => clients.every(({ client }) => !client.closed),
    stop() {
      clearInterval(beating);
      for (const { client } of clients) client.destroy();
    },
  };
}
