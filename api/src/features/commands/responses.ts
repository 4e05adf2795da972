import type { Command } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { Logger } from '../../log.ts';
import { unknownResponses, invalidResults } from '../../mqtt/metrics.ts';
import { createThrottledWarning } from '../../mqtt/throttled-warning.ts';
import { hasValidResult, mergeByDelivery, responseChange, type DeliveryChange, deliveryKey } from './delivery.ts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { findCommandNames } from './commands.sql.ts';
import { recordDeviceSpan, isTracing } from '../../tracing/spans.ts';

/** A response of a device; it may name a command that was not sent to the device. */
export type DeviceResponse = { serial: string; message: ResponseMessage; receivedAt: number };

/** Translates responses to changes of deliveries. Responses to unknown commands are counted and logged. */
export function createResponseChanges(issued: Pick<IssuedCommands, 'findNames'>, log: Logger) {
  const warn = createThrottledWarning(log, 'a device has responded to a command that was not sent to it');

  function toChange(
    { serial, message, receivedAt }: DeviceResponse,
    command: Command | undefined,
  ): DeliveryChange | null {
    if (!command) {
      countUnknown({ serial, command_id: message.correlation_id });
      return null;
    }
    const change = responseChange(command, serial, message, receivedAt);
    if (!hasValidResult(command, change)) invalidResults.inc({ command });
    return change;
  }

  function countUnknown({ serial, command_id }: Pick<DeliveryChange, 'serial' | 'command_id'>): void {
    unknownResponses.inc();
    warn('responses', { serial, correlation_id: command_id });
  }

  return {
    async toChanges(
      items: readonly ({ response: DeviceResponse } | { change: DeliveryChange })[],
    ): Promise<DeliveryChange[]> {
      const commands = await issued.findNames(
        items.flatMap((item) => ('response' in item ? item.response.message.correlation_id : [])),
      );
      const changes = items.map((item) =>
        'change' in item ? item.change : toChange(item.response, commands.get(item.response.message.correlation_id)),
      );
      return mergeByDelivery(changes.filter((change) => change !== null));
    },
    countUnknown,
  };
}

const MAX_COMMANDS = 50_000;

export type IssuedCommands = {
  add(id: string, command: Command): void;
  /** False also for a command that has been removed from the cache. */
  isLocal(id: string): boolean;
  findNames(ids: Iterable<string>): Promise<Map<string, Command>>;
};

/** A bounded cache of the commands by their ids, with which a response is checked without a query. */
export function createIssuedCommands(pool: pg.Pool): IssuedCommands {
  // It is only peeked at, so the oldest goes. A Map would walk over all that it has forgotten to find the oldest.
  const cache = new LRUCache<string, { command: Command; local: boolean }>({ max: MAX_COMMANDS });

  const keep = (id: string, command: Command, local: boolean): void => void cache.set(id, { command, local });

  return {
    add: (id, command) => keep(id, command, true),
    isLocal: (id) => cache.peek(id)?.local === true,
    async findNames(ids) {
      const uniqueIds = new Set(ids);
      const missing = [...uniqueIds].filter((id) => !cache.has(id));
      if (missing.length > 0)
        for (const { id, command } of await findCommandNames(pool, missing)) keep(id, command, false);
      return new Map(
        [...uniqueIds].flatMap((id) => {
          const entry = cache.peek(id);
          return entry ? [[id, entry.command] as const] : [];
        }),
      );
    },
  };
}

export async function recordExecutions(
  responses: readonly DeviceResponse[],
  settled: readonly DeliveryChange[],
  issued: Pick<IssuedCommands, 'findNames'>,
): Promise<void> {
  if (!isTracing() || settled.length === 0) return;
  const keys = new Set(settled.map(deliveryKey));
  const commands = await issued.findNames(settled.map(({ command_id }) => command_id));
  for (const response of responses) {
    const { correlation_id: command_id } = response.message;
    const command = commands.get(command_id);
    if (command && keys.has(deliveryKey({ command_id, serial: response.serial }))) recordExecution(response, command);
  }
}

/** The span ends when the response arrives, by the server's clock, because the clock of the device may be wrong. */
function recordExecution({ serial, message, receivedAt }: DeviceResponse, command: Command): void {
  const { traceparent, phase, success, execution_time_ms: ranMs } = message;
  if (traceparent === undefined || phase !== 'done') return;
  const durationMs = ranMs ?? 0;
  recordDeviceSpan(`execute ${command}`, {
    traceparent,
    startedAt: receivedAt - durationMs,
    durationMs,
    failed: success !== true,
    attributes: { 'belfry.command': command, 'belfry.device.serial': serial },
  });
}
