import type { Command } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type pg from 'pg';
import type { Logger } from '../../../log.ts';
import { createBatcher } from '../../../mqtt/batching/batcher.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import { errorSummary } from '../../../mqtt/error-summary.ts';
import {
  batchSize,
  commandsSettled,
  commitSeconds,
  foreignResponses,
  invalidResults,
  poisonRows,
} from '../../../mqtt/metrics.ts';
import { createThrottledWarning } from '../../../mqtt/throttled-warning.ts';
import { responseChange, hasValidResult, mergeByDelivery, settles, type DeliveryChange } from './delivery-change.ts';
import { notifyCommandsChanged } from './command-events.ts';
import { applyChanges } from './deliveries.sql.ts';
import { TRANSITIONS } from './delivery-states.ts';
import { createSentChanges } from './sent-changes.ts';
import { recordExecutions } from '../execution-spans.ts';
import type { IssuedCommands } from '../sending/issued-commands.ts';

const BATCH_ITEMS = 1_000;
/** The state `sent` is not urgent, so it is stored with a response that arrives within this time. */
const SENT_LINGER_MS = 50;

/** A response of a device; it may name a command that was not sent to the device. */
export type DeviceResponse = { serial: string; message: ResponseMessage; receivedAt: number };
type Item = { response: DeviceResponse; onDone(): void } | { change: DeliveryChange };

export type DeliveryWriter = {
  /** Stores a response; `onDone` is called when it is committed. */
  writeResponse: (response: DeviceResponse, onDone: () => void) => void;
  writeChange(change: DeliveryChange): void;
  /** The name of the batcher while it has been waiting for a commit too long. */
  stuckBatches: () => string[];
  drain(): Promise<void>;
  stop(): void;
};

export type DeliveryWriterDeps = {
  pool: pg.Pool;
  log: Logger;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: IssuedCommands;
  /** Called when changes that settle deliveries are committed. */
  onSettled: (changes: readonly DeliveryChange[]) => void;
};

/** Writes the changes of deliveries in batches, one statement for each. */
export function createDeliveryWriter({ pool, log, events, issued, onSettled }: DeliveryWriterDeps): DeliveryWriter {
  const warn = createThrottledWarning(log, 'a device has responded to a command that was not sent to it');
  const warnOfPoison = createThrottledWarning(log, 'Postgres rejected the response of a device');

  async function write(items: readonly Item[]): Promise<void> {
    const changes = await toChanges(items);
    if (changes.length === 0) return;
    const { foreign, applied, devices } = await applyChanges(pool, changes);
    for (const position of foreign) if (changes[position]) countForeign(changes[position]);
    notifyCommandsChanged(events, devices);
    const settled = applied.flatMap((position) => changes[position] ?? []).filter(settles);
    for (const { event } of settled) commandsSettled.inc({ state: TRANSITIONS[event].to });
    if (settled.length > 0) onSettled(settled);
    await recordExecutions(
      items.flatMap((item) => ('response' in item ? item.response : [])),
      settled,
      issued,
    );
  }

  async function toChanges(items: readonly Item[]): Promise<DeliveryChange[]> {
    const commands = await issued.findNames(
      items.flatMap((item) => ('response' in item ? item.response.message.correlation_id : [])),
    );
    const changes = items.map((item) =>
      'change' in item ? item.change : toChange(item.response, commands.get(item.response.message.correlation_id)),
    );
    return mergeByDelivery(changes.filter((change) => change !== null));
  }

  function toChange(
    { serial, message, receivedAt }: DeviceResponse,
    command: Command | undefined,
  ): DeliveryChange | null {
    if (!command) {
      countForeign({ serial, commandId: message.correlation_id });
      return null;
    }
    const change = responseChange(command, serial, message, receivedAt);
    if (!hasValidResult(command, change)) invalidResults.inc({ command });
    return change;
  }

  function countForeign({ serial, commandId }: Pick<DeliveryChange, 'serial' | 'commandId'>): void {
    foreignResponses.inc();
    warn('responses', { serial, correlation_id: commandId });
  }

  const batcher = createBatcher<Item>({
    name: 'responses',
    log,
    maxItems: BATCH_ITEMS,
    lingerMs: 0,
    write,
    traceparentOf: (item) => ('response' in item ? item.response.message.traceparent : undefined),
    onDone: (items) => items.forEach((item) => 'onDone' in item && item.onDone()),
    onPoison(item, error) {
      poisonRows.inc({ kind: 'responses' });
      const serial = 'response' in item ? item.response.serial : item.change.serial;
      warnOfPoison('responses', { serial, ...errorSummary(error) });
    },
    onWritten(items, seconds) {
      batchSize.observe({ kind: 'responses' }, items);
      commitSeconds.observe({ kind: 'responses' }, seconds);
    },
  });

  const addChange = (change: DeliveryChange): void => batcher.add({ change });
  const sent = createSentChanges(SENT_LINGER_MS, addChange);

  return {
    writeResponse(response, onDone) {
      const published = sent.take({ commandId: response.message.correlation_id, serial: response.serial });
      if (published) addChange(published);
      batcher.add({ response, onDone });
    },
    writeChange: (change) => (change.event === 'published' ? sent.add(change) : addChange(change)),
    stuckBatches: () => (batcher.isStuck() ? [batcher.name] : []),
    drain() {
      sent.flush();
      return batcher.drain();
    },
    stop() {
      sent.stop();
      batcher.stop();
    },
  };
}
