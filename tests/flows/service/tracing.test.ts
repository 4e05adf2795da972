/** @module-tag full */
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { startOtlpReceiver, type ReceivedSpan } from '../../support/services/otlp-receiver.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { statusOf, onlineDevice } from '../../support/commands.ts';
import { pathOf } from '../../support/http-client.ts';

let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
let stack: Stack;
let admin: TestUser;
let device: Device;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  stack = await startStack({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
  });
  admin = await createUser(stack, { role: 'admin' });
  const { serial, device_key: deviceKey } = await createDevice(stack);
  device = startDevice({ serial: serialSchema.parse(serial), deviceKey, mqttUrl: stack.mqttUrl, speed: 20 });
  await until(
    'online',
    () => statusOf(stack, serial),
    (status) => status === 'online',
  );
});
afterAll(async () => {
  device.kill();
  await stack.stop();
  await collector.stop();
});

const CLICK = { traceId: '1234567890abcdef1234567890abcdef', spanId: '00000000000000c1' };
const traceparentOf = ({ traceId, spanId }: typeof CLICK): string => `00-${traceId}-${spanId}-01`;

const sendWithTrace = (traceparent: string, command: object) =>
  stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...command }, { headers: { traceparent } });
const describeSpan = ({ service, name, parentSpanId }: ReceivedSpan, all: readonly ReceivedSpan[]) =>
  `${service}: ${name} < ${all.find(({ spanId }) => spanId === parentSpanId)?.name ?? 'nothing'}`;

describe('one click', () => {
  it('continues the trace of the caller through the api to the device and back', async () => {
    const answer = await sendWithTrace(traceparentOf(CLICK), { command: 'refresh_info', params: {} });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('traceresponse')).toMatch(new RegExp(`^00-${CLICK.traceId}-[0-9a-f]{16}-01$`));

    const spans = await until(
      'the whole trace',
      () => collector.ofTrace(CLICK.traceId),
      (all) => all.length >= 3,
    );
    expect(spans.map((span) => describeSpan(span, spans)).toSorted()).toEqual([
      'belfry-api: POST /rpi/devices/send/commands/{serial} < nothing',
      'belfry-api: publish refresh_info < POST /rpi/devices/send/commands/{serial}',
      'belfry-device: execute refresh_info < publish refresh_info',
    ]);
    expect(spans.find(({ name }) => name.startsWith('POST'))?.parentSpanId).toBe(CLICK.spanId);
  });

  it('is linked from the commit of the batch that holds the response', async () => {
    const [publish] = await until(
      'the publish',
      () => collector.ofTrace(CLICK.traceId).filter(({ name }) => name.startsWith('publish')),
      (found) => found.length > 0,
    );
    const links = () => collector.spans.filter(({ name }) => name === 'commit responses').flatMap(({ links }) => links);
    await until(
      'a linked commit',
      () => links().some(({ spanId }) => spanId === publish?.spanId),
      (linked) => linked,
    );
  });

  it('that a device fails is a failed span of the device', async () => {
    const trace = { traceId: 'f'.repeat(32), spanId: '00000000000000c2' };
    const body = { command: 'test_music', params: { args: 'no such argument' } };
    await sendWithTrace(traceparentOf(trace), body);
    const spans = await until(
      'the execution',
      () => collector.ofTrace(trace.traceId).filter(({ service }) => service === 'belfry-device'),
      (found) => found.length > 0,
    );
    expect(spans[0]?.status.code).toBe(2);
  });
});

describe('an older device', () => {
  it('that returns no trace context has its command answered, with a trace that ends at the publish', async () => {
    const older = await onlineDevice(stack);
    const trace = { traceId: 'e'.repeat(32), spanId: '00000000000000c3' };
    const sent = stack.call(
      commandsHttp.sendAndWait,
      admin,
      { serial: older.serial, command: 'clear_logs', params: {} },
      { headers: { traceparent: traceparentOf(trace) } },
    );
    const { correlation_id, traceparent } = await older.nextCommand();
    expect(traceparent).toMatch(new RegExp(`^00-${trace.traceId}-`));
    await older.respond({ correlation_id, phase: 'done', success: true, result: { freed_bytes: 0, removed_files: 0 } });
    expect((await sent).body.success).toBe(true);
    await older.disconnect();
  });

  it('that returns an invalid one has its command answered too', async () => {
    const odd = await onlineDevice(stack);
    const sent = stack.call(commandsHttp.sendAndWait, admin, { serial: odd.serial, command: 'clear_logs', params: {} });
    const { correlation_id } = await odd.nextCommand();
    const result = { freed_bytes: 0, removed_files: 0 };
    await odd.respond({ correlation_id, phase: 'done', success: true, result, traceparent: '00-zz-1-01' });
    expect((await sent).body).toMatchObject({ success: true });
    await odd.disconnect();
  });
});

describe('the exported spans', () => {
  it('contain no key, address, name or path of a request', async () => {
    const path = pathOf(devicesHttp.info, { device: device.serial });
    await stack.get(`${path}?pass=a-secret-pass`, { key: admin.key });
    await until(
      'the request',
      () => collector.spans.length,
      (count) => count > 0,
    );
    const texts = collector.bodies.join('\n');
    for (const secret of [admin.key, admin.email, 'a-secret-pass', '127.0.0.1']) expect(texts).not.toContain(secret);
    expect(new Set(collector.keys)).toEqual(new Set(['a key']));
  });
});
