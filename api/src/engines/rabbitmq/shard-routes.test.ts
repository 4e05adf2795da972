import { shardOf } from '@belfry/schemas/mqtt/shards';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createShardRoutes, shardRoutesFor } from './rabbitmq.ts';

let status = 201;
let calls: [call: string, body: unknown][] = [];
const server = createServer((req, res) => {
  void text(req).then((body) => {
    calls.push([`${req.method} ${req.url}`, body === '' ? null : JSON.parse(body)]);
    res.writeHead(status).end();
  });
});
let settings: { MQTT_ENGINE_URL: string };
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  settings = { MQTT_ENGINE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
beforeEach(() => {
  status = 201;
  calls = [];
});
afterAll(() => void server.close());

const serialOf = (shard: number, shards: number): string => {
  for (let n = 1; ; n++) {
    const serial = `1111-2222-3333-${String(n).padStart(4, '0')}`;
    if (shardOf(serial, shards) === shard) return serial;
  }
};

describe('the routes of RabbitMQ', () => {
  it('do not exist with one shard, whose session receives everything', () => {
    expect(shardRoutesFor({ ...settings, INGEST_SHARDS: 1 })).toBeNull();
    expect(shardRoutesFor({ ...settings, INGEST_SHARDS: 2 })).not.toBeNull();
  });

  it('begin with the session that receives the remainder, so that nothing is lost between two calls', async () => {
    await createShardRoutes(settings, 4).open();
    expect(calls.slice(0, 3)).toEqual([
      ['PUT /api/exchanges/%2F/belfry.remainder.4', { type: 'fanout', durable: true }],
      ['POST /api/bindings/%2F/e/belfry.remainder.4/q/mqtt-subscription-belfry-ingest-0-of-4qos1', { routing_key: '' }],
      [
        'PUT /api/exchanges/%2F/belfry.ingest.4',
        { type: 'topic', durable: true, arguments: { 'alternate-exchange': 'belfry.remainder.4' } },
      ],
    ]);
    expect(calls).toContainEqual([
      'POST /api/bindings/%2F/e/amq.topic/e/belfry.ingest.4',
      { routing_key: 'devices.*.players.*' },
    ]);
  });

  it('of a device are made once, and again on request; a device of shard 0 needs none', async () => {
    const routes = createShardRoutes(settings, 4);
    const serial = serialOf(3, 4);
    const binding = [
      'POST /api/bindings/%2F/e/belfry.ingest.4/q/mqtt-subscription-belfry-ingest-3-of-4qos1',
      { routing_key: `devices.${serial}.#` },
    ];
    await routes.add(serialOf(0, 4));
    await routes.add(serial);
    await routes.add(serial);
    expect(calls).toEqual([binding]);
    await routes.add(serial, { again: true });
    expect(calls).toEqual([binding, binding]);
  });

  it('of a device are tried again after a failure, such as a session that does not exist yet', async () => {
    const routes = createShardRoutes(settings, 4);
    status = 404;
    await expect(routes.add(serialOf(1, 4))).rejects.toThrow('answered 404');
    status = 201;
    await routes.add(serialOf(1, 4));
    expect(calls).toHaveLength(2);
  });

  it('of a deleted device are removed, also where they are gone, and made again for a new one with its serial', async () => {
    const routes = createShardRoutes(settings, 4);
    const serial = serialOf(3, 4);
    await routes.add(serial);
    status = 404;
    await routes.forget(serialOf(0, 4));
    await routes.forget(serial);
    status = 201;
    await routes.add(serial);
    const queue = 'mqtt-subscription-belfry-ingest-3-of-4qos1';
    const address = `/api/bindings/%2F/e/belfry.ingest.4/q/${queue}`;
    expect(calls.map(([call]) => call)).toEqual([
      `POST ${address}`,
      `DELETE ${address}/devices.${serial}.%2523`,
      `POST ${address}`,
    ]);
  });

  it('of another number of shards are removed, also where they are gone', async () => {
    status = 404;
    await createShardRoutes(settings, 4).remove(2);
    expect(calls.map(([call]) => call)).toEqual([
      'DELETE /api/exchanges/%2F/belfry.ingest.2',
      'DELETE /api/exchanges/%2F/belfry.remainder.2',
    ]);
  });
});
