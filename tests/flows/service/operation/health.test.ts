import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAdmin, type TestUser } from '../../../support/factories.ts';
import { advanceDate } from '../../../support/fake-date.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { lockTable, waitUntilBlocked } from '../../../support/postgres/table-lock.ts';
import { until } from '../../../support/until.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { RESULT, VOLUME, onlineDevice } from '../../../support/commands.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => stack.stop());

const ready = async () => await stack.call(healthHttp.ready, null);
const untilReady = () => until('ready again', async () => (await ready()).status === 200);

it('GET /health/live says the version of the release', async () => {
  expect(await stack.call(healthHttp.live, null)).toMatchObject({ status: 200, body: { status: 'ok', version } });
});

describe('GET /health/ready', () => {
  it('names all dependencies while they are reachable', async () => {
    expect(await ready()).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        postgres: 'ok',
        broker: 'ok',
        ingest: 'ok',
        files: 'ok',
        read_replica: 'unused',
        stuck_batches: [],
        failed: [],
      },
    });
  });

  it('tells shards, lag and waiting jobs, which do not make it fail', async () => {
    await until(
      'the shards are held',
      async () => (await ready()).body.ingest_shards,
      ({ held }) => held > 0,
    );
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ingest_shards: { held: 1, total: 1, unheld: 0 },
      lag_seconds: 0,
      waiting_jobs: expect.any(Number) as number,
    });
  });

  it('reports Postgres as down when it accepts connections but does not answer', async () => {
    const release = await lockTable(stack.pool, 'users');
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'down', postgres: 'down', failed: ['postgres'] },
    });
    await release();
    await untilReady();
  });

  it.each<[kind: string, table: string, send: (device: Awaited<ReturnType<typeof onlineDevice>>) => Promise<void>]>([
    ['metrics', 'metrics', (device) => device.metrics({ seq: 1 })],
    [
      'responses',
      'command_deliveries',
      async (device) => device.respond({ correlation_id: (await device.nextCommand()).correlation_id, result: RESULT }),
    ],
  ])('names the batch of %s when it has been stuck for 10 s, until it is committed', async (kind, table, send) => {
    const device = await onlineDevice(stack);
    if (kind === 'responses') await stack.call(commandsHttp.send, admin, { serial: device.serial, ...VOLUME });
    const release = await lockTable(stack.pool, table);
    // The time stands still from here on, so that it is the test that says how long the batch has waited.
    advanceDate(0);
    await send(device);
    await waitUntilBlocked(stack.db);
    advanceDate(8);
    expect((await ready()).status).toBe(200);
    advanceDate(3);
    expect(await ready()).toMatchObject({
      status: 503,
      body: { ingest: 'down', postgres: 'ok', stuck_batches: [kind], failed: ['ingest'] },
    });
    await release();
    await untilReady();
  });
});
