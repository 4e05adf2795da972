import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { hostilePayloads } from '../../support/hostile/hostile-payloads.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { RESULT, VOLUME, onlineDevice, untilResult, sendCommand } from '../../support/commands.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const doneWith = (correlationId: string, resultJson: string): string =>
  `{"correlation_id":"${correlationId}","phase":"done","success":true,"at":"2026-11-20T12:00:00Z","result":${resultJson}}`;

describe('a payload nested 8,000 levels deep', () => {
  it('does not stop the ingest, and is not delivered again after a restart', async () => {
    const [hostile, other] = [await onlineDevice(stack), await onlineDevice(stack)];
    const payload = String.raw`{"a":"\u0041","b":${arrays(7_500)}}`;
    await hostile.publish(topics.metrics(hostile.serial), payload);
    await other.metrics({ seq: 1 });
    await until('the metrics after it', () => other.acks.at(-1) === 1);
    await stack.stopApi();
    await hostile.publish(topics.metrics(hostile.serial), payload);
    await stack.startApi();
    await stack.ready();
    await other.metrics({ seq: 2 });
    await until('the metrics after the restart', () => other.acks.at(-1) === 2);
  });

  it('as the result of a command ends that command with an error, and delays no other response', async () => {
    const [hostile, other] = [await onlineDevice(stack), await onlineDevice(stack)];
    const sent = await sendCommand(stack, admin, hostile, VOLUME);
    await hostile.publish(topics.responses(hostile.serial), doneWith(sent.commandId, `{"a":${arrays(8_000)}}`));
    const answer = stack.call(commandsHttp.sendAndWait, admin, { serial: other.serial, ...VOLUME });
    await other.respond({ correlation_id: (await other.nextCommand()).correlation_id, result: RESULT });
    expect((await answer).body.success).toBe(true);
    const ended = await untilResult(stack, admin, sent, ({ state }) => state === 'failed');
    expect(ended).toMatchObject({ errorType: 'invalid_response', result: null });
    expect(ended.error).toContain('nested too deeply');
    expect((await stack.call(resultsHttp.list, admin, { serial: hostile.serial })).status).toBe(200);
    expect((await stack.call(healthHttp.ready, null)).status).toBe(200);
  });
});

describe('a command result', () => {
  it('of the maximum depth and size is stored and read back', async () => {
    const device = await onlineDevice(stack);
    const sent = await sendCommand(stack, admin, device, VOLUME);
    const json = `{"deep":${arrays(62)},"long":"${'x'.repeat(60_000)}"}`;
    await device.publish(topics.responses(device.serial), doneWith(sent.commandId, json));
    const stored = await untilResult(stack, admin, sent, ({ state }) => state === 'succeeded');
    expect(stored.result).toMatchObject(JSON.parse(json) as object);
  });

  it('whose numbers would take a hundred times its size in the database is rejected', async () => {
    const device = await onlineDevice(stack);
    const sent = await sendCommand(stack, admin, device, VOLUME);
    const numbers = `{"n":[${Array.from({ length: 9_000 }, () => '1e308').join()}]}`;
    await device.publish(topics.responses(device.serial), doneWith(sent.commandId, numbers));
    await untilResult(stack, admin, sent, ({ state }) => state === 'failed');
  });

  it.each([
    ['nested 4,400 levels deep', `'{"a":${arrays(4_400)}}'`],
    ['of three megabytes', `jsonb_build_object('n', (select jsonb_agg(1e308) from generate_series(1, 10000)))`],
  ])('%s that an earlier version stored is left out of the history, which is still answered', async (_what, sql) => {
    const device = await onlineDevice(stack);
    const sent = await sendCommand(stack, admin, device, VOLUME);
    await stack.pool.query(
      `update command_deliveries set state = 'succeeded', success = true, result = ${sql}, settled_at = now() where command_id = $1`,
      [sent.commandId],
    );
    const answer = await stack.call(resultsHttp.list, admin, { serial: device.serial });
    expect(answer.status).toBe(200);
    expect(answer.body[0]).toMatchObject({ state: 'succeeded', result: { omitted: expect.any(String) } });
    expect((await stack.call(resultsHttp.read, admin, sent)).status).toBe(200);
  });
});

describe('a clock in the year', () => {
  it.each(['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'])(
    '%s neither loses metrics nor breaks their charts',
    async (at) => {
      const device = await onlineDevice(stack);
      await device.status({ at });
      await device.metrics({ seq: 1, collected_at: at });
      await device.metrics({ seq: 2 });
      await until('both are stored', () => device.acks.at(-1) === 2);
      for (const endpoint of [metricsHttp.newest, metricsHttp.statistics, metricsHttp.series])
        expect((await stack.call(endpoint, admin, { serial: device.serial })).status, endpoint.path).toBe(200);
      const { rows } = await stack.pool.query('select from metrics join devices using (device_id) where serial = $1', [
        device.serial,
      ]);
      expect(rows).toHaveLength(2);
    },
  );
});

describe('all hostile payloads on all device topics', () => {
  it('leave the device readable and other devices unaffected', async () => {
    const [hostile, other] = [await onlineDevice(stack), await onlineDevice(stack)];
    const sending: Promise<unknown>[] = [];
    // The broker closes the connection on receiving larger payloads on some topics.
    for (const { topic, payload } of hostilePayloads(hostile.serial, 4_096))
      sending.push(hostile.client.publishAsync(topic, payload, { qos: 1 }));
    expect(sending.length).toBeGreaterThan(1_000);
    await Promise.all(sending);
    await hostile.metrics({ seq: 2 });
    await until('the metrics of the hostile device', () => (hostile.acks.at(-1) ?? 0) >= 2);
    await other.metrics({ seq: 1 });
    await until('the metrics of the other device', () => other.acks.at(-1) === 1);
    await stack.stopApi();
    await stack.startApi();
    await stack.ready();
    // Numbering and players continue from stored values, so those must be readable.
    await hostile.metrics({ seq: 3 });
    await until('the metrics after a restart', () => (hostile.acks.at(-1) ?? 0) >= 3);
    const { serial } = hostile;
    for (const endpoint of [metricsHttp.newest, metricsHttp.statistics, metricsHttp.series, resultsHttp.list])
      expect((await stack.call(endpoint, admin, { serial })).status, endpoint.path).toBe(200);
    expect((await stack.call(devicesHttp.info, admin, { device: serial })).status).toBe(200);
    expect((await stack.call(devicesHttp.list, admin)).status).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
