import { randomUUID } from 'node:crypto';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { afterEach, beforeEach, vi } from 'vitest';
import { createLogger } from '../../../log.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import {
  batchSize,
  commandsSettled,
  commitSeconds,
  unknownResponses,
  invalidResults,
  poisonRows,
} from '../../../mqtt/metrics.ts';
import type { DeliveryChange } from '../delivery.ts';
import { createDeliveryWriter } from '../delivery-writer.ts';
import { type DeviceResponse, createIssuedCommands } from '../responses.ts';
import { commandPool } from './command-pool.ts';

export const SERIAL = '1234-5678-9012-3456';
export const RESULT = { channel: 1, volume: 30 };
const METRICS = [batchSize, commandsSettled, commitSeconds, unknownResponses, invalidResults, poisonRows];

/** Fake timers and metrics from zero. Call it once at the top of a file. */
export function useDeliveryClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    for (const metric of METRICS) metric.reset();
  });
  afterEach(() => vi.useRealTimers());
}

export const ID = randomUUID();
export const responseOf = (overrides: Partial<ResponseMessage> = {}, serial = SERIAL): DeviceResponse => ({
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
export function setUpDeliveryWriter(apply?: NonNullable<Parameters<typeof commandPool>[0]>['apply']) {
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
export const turn = () => vi.advanceTimersByTimeAsync(0);
export const valueOf = async (
  metric: { get(): Promise<{ values: { labels: object; value: number }[] }> },
  labels: object,
) => (await metric.get()).values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value;
