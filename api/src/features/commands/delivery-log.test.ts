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
import { published, unpublished, type Change } from './change.ts';
import { createDeliveryLog, type Answer } from './delivery-log.ts';
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
const answerOf = (overrides: Partial<ResponseMessage> = {}, serial = SERIAL): Answer => ({
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
  const settled: Change[][] = [];
  const onSettled = (changes: readonly Change[]) => void settled.push([...changes]);
  const events = { changed: vi.fn<ConsoleEvents['changed']>() };
  const deliveries = createDeliveryLog({ pool, log, events, issued: createIssuedCommands(pool), onSettled });
  const applied = () => statements.filter(({ name }) => name === 'apply-changes');
  return { deliveries, events, warn, settled, applied, statements };
}
const turn = () => vi.advanceTimersByTimeAsync(0);
const valueOf = async (metric: { get(): Promise<{ values: { labels: object; value: number }[] }> }, labels: object) =>
  (await metric.get()).values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value;

describe('an answer', () => {
  it('is written at once, then told and counted, and done last', async () => {
    const { deliveries, settled, warn } = setUp();
    const order: string[] = [];
    deliveries.answer(answerOf(), () => order.push(`done after ${settled.length} settled`));
    await turn();
    expect(order).toEqual(['done after 1 settled']);
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

  it('that is no end settles nothing', async () => {
    const { deliveries, settled } = setUp();
    const done = vi.fn();
    deliveries.answer(answerOf({ phase: 'accepted', success: null }), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
    expect((await commandsSettled.get()).values).toEqual([]);
  });

  it('that the state machine does not let through settles nothing and is done', async () => {
    const { deliveries, settled } = setUp(() => ({ foreign: [], applied: [] }));
    const done = vi.fn();
    deliveries.answer(answerOf(), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
  });

  it('whose result is not the promised one is counted by its command', async () => {
    const { deliveries, settled } = setUp();
    deliveries.answer(answerOf({ result: { loudness: 'very' } }), () => undefined);
    await turn();
    expect(await valueOf(invalidResults, { command: 'set_volume' })).toBe(1);
    expect(settled).toHaveLength(1);
  });

  it('to a command that nobody issued is counted, logged and done, without a statement', async () => {
    const { deliveries, settled, warn, applied } = setUp();
    const unknown = randomUUID();
    const done = vi.fn();
    deliveries.answer(answerOf({ correlation_id: unknown }), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(applied()).toEqual([]);
    expect(settled).toEqual([]);
    expect(await valueOf(foreignResponses, {})).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { kind: 'responses', serial: SERIAL, correlation_id: unknown },
      'a device answered a command that was not sent to it',
    );
  });

  it('to the command of another device is refused in the same way, and the others are told', async () => {
    const other = '9999-9999-9999-9999';
    const { deliveries, settled, warn } = setUp(() => ({ foreign: [0], applied: [1] }));
    deliveries.answer(answerOf({}, other), () => undefined);
    deliveries.answer(answerOf(), () => undefined);
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
    deliveries.answer(answerOf({ phase: 'running', success: null }), () => undefined);
    await turn();
    expect(events.changed.mock.calls).toEqual([
      ['commands_changed', [SERIAL, '3333-3333-3333-3333'], 7],
      ['commands_changed', ['2222-2222-2222-2222'], null],
    ]);
  });

  it('send no event where none was applied', async () => {
    const { deliveries, events } = setUp(() => ({ foreign: [], applied: [] }));
    deliveries.answer(answerOf(), () => undefined);
    await turn();
    expect(events.changed).not.toHaveBeenCalled();
  });
});

describe('what happens to one delivery', () => {
  it('in one batch is one change', async () => {
    const counts: number[] = [];
    const { deliveries, settled } = setUp((count) => {
      counts.push(count);
      return { foreign: [], applied: [0] };
    });
    deliveries.change(published(ID, SERIAL, 900));
    deliveries.answer(answerOf({ phase: 'accepted', success: null }), () => undefined);
    deliveries.answer(answerOf(), () => undefined);
    await turn();
    expect(counts).toEqual([1]);
    expect(settled).toMatchObject([[{ event: 'succeeded', sentAt: 900, acceptedAt: 1_000 }]]);
  });

  it('and to another device by the same command are two', async () => {
    const counts: number[] = [];
    const { deliveries } = setUp((count) => {
      counts.push(count);
      return { foreign: [], applied: [] };
    });
    deliveries.answer(answerOf(), () => undefined);
    deliveries.answer(answerOf({}, '9999-9999-9999-9999'), () => undefined);
    await turn();
    expect(counts).toEqual([2]);
  });
});

describe('a change of this instance', () => {
  it('that the command was sent waits 50 ms for the answer', async () => {
    const { deliveries, applied } = setUp();
    deliveries.change(published(ID, SERIAL, 900));
    await vi.advanceTimersByTimeAsync(49);
    expect(applied()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(applied()).toHaveLength(1);
  });

  it('that the command was not sent is written at once, without asking which command it is', async () => {
    const { deliveries, settled, statements } = setUp();
    deliveries.change(unpublished(ID, SERIAL, 900, 'away'));
    await turn();
    expect(settled).toMatchObject([[{ event: 'unpublished', error: 'away' }]]);
    expect(statements.map(({ name }) => name)).toEqual(['apply-changes']);
    expect(await valueOf(commandsSettled, { state: 'failed' })).toBe(1);
  });
});

describe('a change that Postgres refuses', () => {
  const refusal = Object.assign(new Error('secret value'), { code: '22P05' });

  it('is counted, logged without its values and done', async () => {
    const { deliveries, settled, warn } = setUp(() => Promise.reject(refusal));
    const done = vi.fn();
    deliveries.answer(answerOf(), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
    expect(await valueOf(poisonRows, { kind: 'responses' })).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { kind: 'responses', serial: SERIAL, error: 'Error', code: '22P05' },
      'Postgres refused the answer of a device',
    );
  });

  it('names the device also where the change is this instance’s own', async () => {
    const { deliveries, warn } = setUp(() => Promise.reject(refusal));
    deliveries.change(unpublished(ID, SERIAL, 900, 'away'));
    await turn();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ serial: SERIAL });
  });
});

describe('while Postgres is away', () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

  it('answers wait, are stuck after ten seconds, and are drained when it is back', async () => {
    let broken = true;
    const { deliveries, settled } = setUp((count) =>
      broken ? Promise.reject(away) : { foreign: [], applied: Array.from({ length: count }, (_, index) => index) },
    );
    deliveries.answer(answerOf(), () => undefined);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(deliveries.stuck()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(deliveries.stuck()).toEqual(['responses']);
    const drained = vi.fn();
    void deliveries.drain().then(drained);
    await turn();
    expect(drained).not.toHaveBeenCalled();
    broken = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drained).toHaveBeenCalledOnce();
    expect(settled).toHaveLength(1);
    expect(deliveries.stuck()).toEqual([]);
  });

  it('stopping forgets them', async () => {
    const { deliveries, settled, applied } = setUp();
    const done = vi.fn();
    deliveries.answer(answerOf(), done);
    deliveries.stop();
    await turn();
    expect(applied()).toEqual([]);
    expect(settled).toEqual([]);
    expect(done).not.toHaveBeenCalled();
  });
});
