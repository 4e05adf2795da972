import { randomUUID } from 'node:crypto';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import {
  batchSize,
  commandsSettled,
  commitSeconds,
  foreignResponses,
  invalidResults,
  poisonRows,
} from '../../mqtt/metrics.ts';
import { publishedChange, unpublishedChange, type DeliveryChange } from './delivery-change.ts';
import { createDeliveryWriter, type DeviceResponse } from './delivery-writer.ts';
import { createIssuedCommands } from './issued-commands.ts';
import { commandPool } from './testing/command-pool.ts';

const SERIAL = '1234-5678-9012-3456';
const RESULT = { channel: 1, volume: 30 };
const METRICS = [batchSize, commandsSettled, commitSeconds, foreignResponses, invalidResults, poisonRows];

beforeEach(() => {
  vi.useFakeTimers();
  for (const metric of METRICS) metric.reset();
});
afterEach(() => vi.useRealTimers());

const ID = randomUUID();
const responseOf = (overrides: Partial<ResponseMessage> = {}, serial = SERIAL): DeviceResponse => ({
  serial,
  message: {
    correlation_id: ID,
    phase: 'done',
    success: true,
    result: RESULT,
    error: null,
    error_type: null,
    execution_time_ms: null,
    at: new Date(0).toISOString(),
    ...overrides,
  },
  receivedAt: 1_000,
});

/** `ID` names a volume command. */
function setUp(apply?: NonNullable<Parameters<typeof commandPool>[0]>['apply']) {
  const { pool, statements } = commandPool({ commands: [{ id: ID, command: 'set_volume' }], ...(apply && { apply }) });
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const settled: DeliveryChange[][] = [];
  const onSettled = (changes: readonly DeliveryChange[]) => void settled.push([...changes]);
  const events = { changed: vi.fn<ConsoleEvents['changed']>() };
  const deliveries = createDeliveryWriter({ pool, log, events, issued: createIssuedCommands(pool), onSettled });
  const applied = () => statements.filter(({ name }) => name === 'apply-changes');
  return { deliveries, events, warn, settled, applied, statements };
}
const turn = () => vi.advanceTimersByTimeAsync(0);
const valueOf = async (metric: { get(): Promise<{ values: { labels: object; value: number }[] }> }, labels: object) =>
  (await metric.get()).values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value;

describe('a response', () => {
  it('is written at once, reported as settled, counted, and done last', async () => {
    const { deliveries, settled, warn } = setUp();
    const request: string[] = [];
    deliveries.writeResponse(responseOf(), () => request.push(`done after ${settled.length} settled`));
    await turn();
    expect(request).toEqual(['done after 1 settled']);
    expect(settled).toMatchObject([[{ commandId: ID, serial: SERIAL, event: 'succeeded', result: RESULT, at: 1_000 }]]);
    expect(await valueOf(commandsSettled, { state: 'succeeded' })).toBe(1);
    expect(await valueOf(foreignResponses, {})).toBe(0);
    expect((await invalidResults.get()).values).toEqual([]);
    const sizes = (await batchSize.get()).values;
    expect(sizes.find(({ metricName }) => metricName?.endsWith('_sum'))).toMatchObject({
      labels: { kind: 'responses' },
      value: 1,
    });
    const times = (await commitSeconds.get()).values;
    expect(times.find(({ metricName }) => metricName?.endsWith('_count'))).toMatchObject({
      labels: { kind: 'responses' },
      value: 1,
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('that is not final settles nothing', async () => {
    const { deliveries, settled } = setUp();
    const done = vi.fn();
    deliveries.writeResponse(responseOf({ phase: 'accepted', success: null }), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
    expect((await commandsSettled.get()).values).toEqual([]);
  });

  it('that the state machine does not allow settles nothing and is done', async () => {
    const { deliveries, settled } = setUp(() => ({ foreign: [], applied: [] }));
    const done = vi.fn();
    deliveries.writeResponse(responseOf(), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
  });

  it('whose result does not match the command table is counted by command', async () => {
    const { deliveries, settled } = setUp();
    deliveries.writeResponse(responseOf({ result: { loudness: 'very' } }), () => undefined);
    await turn();
    expect(await valueOf(invalidResults, { command: 'set_volume' })).toBe(1);
    expect(settled).toHaveLength(1);
  });

  it('to an unknown command is counted, logged and done, without a statement', async () => {
    const { deliveries, settled, warn, applied } = setUp();
    const unknown = randomUUID();
    const done = vi.fn();
    deliveries.writeResponse(responseOf({ correlation_id: unknown }), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(applied()).toEqual([]);
    expect(settled).toEqual([]);
    expect(await valueOf(foreignResponses, {})).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { kind: 'responses', serial: SERIAL, correlation_id: unknown },
      'a device has responded to a command that was not sent to it',
    );
  });

  it('to the command of another device is counted in the same way, and others are stored', async () => {
    const other = '9999-9999-9999-9999';
    const { deliveries, settled, warn } = setUp(() => ({ foreign: [0], applied: [1] }));
    deliveries.writeResponse(responseOf({}, other), () => undefined);
    deliveries.writeResponse(responseOf(), () => undefined);
    await turn();
    expect(settled).toMatchObject([[{ serial: SERIAL }]]);
    expect(await valueOf(foreignResponses, {})).toBe(1);
    expect(warn.mock.calls).toMatchObject([[{ serial: other, correlation_id: ID }, expect.anything()]]);
  });
});

describe('applied changes', () => {
  it('notify the owner of each device once for the batch, with the serials of that owner', async () => {
    const devices = [
      { serial: SERIAL, user_id: 7 },
      { serial: '2222-2222-2222-2222', user_id: null },
      { serial: '3333-3333-3333-3333', user_id: 7 },
    ];
    const { deliveries, events } = setUp(() => ({ foreign: [], applied: [0], devices }));
    deliveries.writeResponse(responseOf({ phase: 'running', success: null }), () => undefined);
    await turn();
    expect(events.changed.mock.calls).toEqual([
      ['commands_changed', [SERIAL, '3333-3333-3333-3333'], 7],
      ['commands_changed', ['2222-2222-2222-2222'], null],
    ]);
  });

  it('send no event where none was applied', async () => {
    const { deliveries, events } = setUp(() => ({ foreign: [], applied: [] }));
    deliveries.writeResponse(responseOf(), () => undefined);
    await turn();
    expect(events.changed).not.toHaveBeenCalled();
  });
});

describe('changes of a batch', () => {
  it('are merged if they concern one delivery', async () => {
    const counts: number[] = [];
    const { deliveries, settled } = setUp((count) => {
      counts.push(count);
      return { foreign: [], applied: [0] };
    });
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    deliveries.writeResponse(responseOf({ phase: 'accepted', success: null }), () => undefined);
    deliveries.writeResponse(responseOf(), () => undefined);
    await turn();
    expect(counts).toEqual([1]);
    expect(settled).toMatchObject([[{ event: 'succeeded', sentAt: 900, acceptedAt: 1_000 }]]);
  });

  it('are separate if they concern different devices of one command', async () => {
    const counts: number[] = [];
    const { deliveries } = setUp((count) => {
      counts.push(count);
      return { foreign: [], applied: [] };
    });
    deliveries.writeResponse(responseOf(), () => undefined);
    deliveries.writeResponse(responseOf({}, '9999-9999-9999-9999'), () => undefined);
    await turn();
    expect(counts).toEqual([2]);
  });
});

describe('a change of this instance', () => {
  it('that the command was sent waits 50 ms for a response', async () => {
    const { deliveries, applied } = setUp();
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    await vi.advanceTimersByTimeAsync(49);
    expect(applied()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(applied()).toHaveLength(1);
  });

  it('that the command was not sent is written at once, without a query for its name', async () => {
    const { deliveries, settled, statements } = setUp();
    deliveries.writeChange(unpublishedChange(ID, SERIAL, 900, 'away'));
    await turn();
    expect(settled).toMatchObject([[{ event: 'unpublished', error: 'away' }]]);
    expect(statements.map(({ name }) => name)).toEqual(['apply-changes']);
    expect(await valueOf(commandsSettled, { state: 'failed' })).toBe(1);
  });
});

describe('a change that Postgres rejects', () => {
  const rejection = Object.assign(new Error('secret value'), { code: '22P05' });

  it('is counted, logged without its values and done', async () => {
    const { deliveries, settled, warn } = setUp(() => Promise.reject(rejection));
    const done = vi.fn();
    deliveries.writeResponse(responseOf(), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
    expect(await valueOf(poisonRows, { kind: 'responses' })).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { kind: 'responses', serial: SERIAL, error: 'Error', code: '22P05' },
      'Postgres rejected the response of a device',
    );
  });

  it('is logged with the device also if it is not a response', async () => {
    const { deliveries, warn } = setUp(() => Promise.reject(rejection));
    deliveries.writeChange(unpublishedChange(ID, SERIAL, 900, 'away'));
    await turn();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ serial: SERIAL });
  });
});

describe('while Postgres is unavailable', () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

  it('responses wait, are reported as stuck after ten seconds, and are drained afterwards', async () => {
    let broken = true;
    const { deliveries, settled } = setUp((count) =>
      broken ? Promise.reject(away) : { foreign: [], applied: Array.from({ length: count }, (_, index) => index) },
    );
    deliveries.writeResponse(responseOf(), () => undefined);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(deliveries.stuckBatches()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(deliveries.stuckBatches()).toEqual(['responses']);
    const drained = vi.fn();
    void deliveries.drain().then(drained);
    await turn();
    expect(drained).not.toHaveBeenCalled();
    broken = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drained).toHaveBeenCalledOnce();
    expect(settled).toHaveLength(1);
    expect(deliveries.stuckBatches()).toEqual([]);
  });

  it('responses are dropped by stop', async () => {
    const { deliveries, settled, applied } = setUp();
    const done = vi.fn();
    deliveries.writeResponse(responseOf(), done);
    deliveries.stop();
    await turn();
    expect(applied()).toEqual([]);
    expect(settled).toEqual([]);
    expect(done).not.toHaveBeenCalled();
  });
});
