import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { batchSize, commandsSettled, commitSeconds, unknownResponses, invalidResults } from '../../mqtt/metrics.ts';
import { publishedChange } from './delivery.ts';
import {
  ID,
  RESULT,
  SERIAL,
  responseOf,
  setUpDeliveryWriter,
  turn,
  valueOf,
  useDeliveryClock,
} from './testing/delivery-writer-harness.ts';

useDeliveryClock();

describe('a response', () => {
  it('is written immediately, reported as settled, counted, and done last', async () => {
    const { deliveries, settled, warn } = setUpDeliveryWriter();
    const order: string[] = [];
    deliveries.writeResponse(responseOf(), () => order.push(`done after ${settled.length} settled`));
    await turn();
    expect(order).toEqual(['done after 1 settled']);
    expect(settled).toMatchObject([
      [{ command_id: ID, serial: SERIAL, event: 'succeeded', result: RESULT, at: 1_000 }],
    ]);
    expect(await valueOf(commandsSettled, { state: 'succeeded' })).toBe(1);
    expect(await valueOf(unknownResponses, {})).toBe(0);
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
    const { deliveries, settled } = setUpDeliveryWriter();
    const done = vi.fn();
    deliveries.writeResponse(responseOf({ phase: 'accepted', success: null }), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
    expect((await commandsSettled.get()).values).toEqual([]);
  });

  it('that the state machine does not allow settles nothing and is done', async () => {
    const { deliveries, settled } = setUpDeliveryWriter(() => ({ unknown: [], applied: [] }));
    const done = vi.fn();
    deliveries.writeResponse(responseOf(), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
  });

  it('whose result does not match the command table is counted by command', async () => {
    const { deliveries, settled } = setUpDeliveryWriter();
    deliveries.writeResponse(responseOf({ result: { loudness: 'very' } }), () => undefined);
    await turn();
    expect(await valueOf(invalidResults, { command: 'set_volume' })).toBe(1);
    expect(settled).toHaveLength(1);
  });

  it('to an unknown command is counted, logged and done, without a statement', async () => {
    const { deliveries, settled, warn, applied } = setUpDeliveryWriter();
    const unknown = randomUUID();
    const done = vi.fn();
    deliveries.writeResponse(responseOf({ correlation_id: unknown }), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(applied()).toEqual([]);
    expect(settled).toEqual([]);
    expect(await valueOf(unknownResponses, {})).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { kind: 'responses', serial: SERIAL, correlation_id: unknown },
      'a device has responded to a command that was not sent to it',
    );
  });

  it('to the command of another device is counted in the same way, and others are stored', async () => {
    const other = '9999-9999-9999-9999';
    const { deliveries, settled, warn } = setUpDeliveryWriter(() => ({ unknown: [0], applied: [1] }));
    deliveries.writeResponse(responseOf({}, other), () => undefined);
    deliveries.writeResponse(responseOf(), () => undefined);
    await turn();
    expect(settled).toMatchObject([[{ serial: SERIAL }]]);
    expect(await valueOf(unknownResponses, {})).toBe(1);
    expect(warn.mock.calls).toMatchObject([[{ serial: other, correlation_id: ID }, expect.anything()]]);
  });
});

describe('applied changes', () => {
  it('notify the owner of each device once for the batch, with the serials of that owner', async () => {
    const serials = [SERIAL, '2222-2222-2222-2222', '3333-3333-3333-3333'];
    const { deliveries, events } = setUpDeliveryWriter(() => ({
      unknown: [],
      applied: [0, 1, 2],
      owners: [7, null, 7],
    }));
    for (const serial of serials)
      deliveries.writeResponse(responseOf({ phase: 'running', success: null }, serial), () => undefined);
    await turn();
    expect(events.changed.mock.calls).toEqual([
      ['commands_changed', [SERIAL, '3333-3333-3333-3333'], 7],
      ['commands_changed', ['2222-2222-2222-2222'], null],
    ]);
  });

  it('send no event where none was applied', async () => {
    const { deliveries, events } = setUpDeliveryWriter(() => ({ unknown: [], applied: [] }));
    deliveries.writeResponse(responseOf(), () => undefined);
    await turn();
    expect(events.changed).not.toHaveBeenCalled();
  });
});

describe('changes of a batch', () => {
  it('are merged if they concern one delivery', async () => {
    const counts: number[] = [];
    const { deliveries, settled } = setUpDeliveryWriter((count) => {
      counts.push(count);
      return { unknown: [], applied: [0] };
    });
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    deliveries.writeResponse(responseOf({ phase: 'accepted', success: null }), () => undefined);
    deliveries.writeResponse(responseOf(), () => undefined);
    await turn();
    expect(counts).toEqual([1]);
    expect(settled).toMatchObject([[{ event: 'succeeded', sent_at: 900, accepted_at: 1_000 }]]);
  });

  it('are separate if they concern different devices of one command', async () => {
    const counts: number[] = [];
    const { deliveries } = setUpDeliveryWriter((count) => {
      counts.push(count);
      return { unknown: [], applied: [] };
    });
    deliveries.writeResponse(responseOf(), () => undefined);
    deliveries.writeResponse(responseOf({}, '9999-9999-9999-9999'), () => undefined);
    await turn();
    expect(counts).toEqual([2]);
  });
});
