import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { createBatcher, runAfter } from '../../mqtt/batching/batcher.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { errorSummary, createThrottledWarning } from '../../mqtt/throttled-warning.ts';
import { batchSize, commandsSettled, commitSeconds, poisonRows } from '../../mqtt/metrics.ts';
import { settles, type DeliveryChange, deliveryKey, notifyCommandsChanged, TRANSITIONS } from './delivery.ts';
import { applyChanges } from './deliveries.sql.ts';
import { createResponseChanges, type DeviceResponse, recordExecutions, type IssuedCommands } from './responses.ts';

const BATCH_ITEMS = 1_000;
/** The state `sent` is not urgent, so it is stored with a response that arrives within this time. */
const SENT_LINGER_MS = 50;

type Item = { response: DeviceResponse; onDone(): void } | { change: DeliveryChange };

export type DeliveryWriter = {
  writeResponse: (response: DeviceResponse, onDone: () => void) => void;
  writeChange(change: DeliveryChange): void;
  stuckBatches: () => string[];
  drain(): Promise<void>;
  stop(): void;
};

type DeliveryWriterDeps = {
  pool: pg.Pool;
  log: Logger;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: IssuedCommands;
  /** Called when changes that settle deliveries are committed. */
  onSettled: (changes: readonly DeliveryChange[]) => void;
};

export function createDeliveryWriter({ pool, log, events, issued, onSettled }: DeliveryWriterDeps): DeliveryWriter {
  const responseChanges = createResponseChanges(issued, log);
  const warnOfPoison = createThrottledWarning(log, 'Postgres rejected the response of a device');

  async function write(items: readonly Item[]): Promise<void> {
    const changes = await responseChanges.toChanges(items);
    if (changes.length === 0) return;
    const { unknown, applied, devices } = await applyChanges(pool, changes);
    for (const position of unknown) if (changes[position]) responseChanges.countUnknown(changes[position]);
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
      const published = sent.take({ command_id: response.message.correlation_id, serial: response.serial });
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

type SentChanges = {
  add(change: DeliveryChange): void;
  take(delivery: Pick<DeliveryChange, 'command_id' | 'serial'>): DeliveryChange | undefined;
  flush(): void;
  stop(): void;
};
/**
 * Keeps the changes of deliveries whose message the broker has accepted for `lingerMs`, since most devices answer within that time, and
 * then one statement stores both. The responses of other devices do not end the wait.
 */
function createSentChanges(lingerMs: number, onDue: (change: DeliveryChange) => void): SentChanges {
  /** In the order of their times (`performance.now`), since all wait equally long. */
  const waiting = new Map<string, { change: DeliveryChange; dueAt: number }>();
  let cancel: (() => void) | null = null;

  function schedule(): void {
    const [oldest] = waiting.values();
    if (oldest) cancel = runAfter(Math.max(1, oldest.dueAt - performance.now()), passOnDue);
  }

  function passOnDue(): void {
    cancel = null;
    const now = performance.now();
    for (const [key, { change, dueAt }] of waiting) {
      if (dueAt > now) break;
      waiting.delete(key);
      onDue(change);
    }
    schedule();
  }

  return {
    add(change) {
      waiting.set(deliveryKey(change), { change, dueAt: performance.now() + lingerMs });
      if (!cancel) schedule();
    },
    take(delivery) {
      const key = deliveryKey(delivery);
      const waiter = waiting.get(key);
      if (waiter) waiting.delete(key);
      return waiter?.change;
    },
    flush() {
      for (const { change } of waiting.values()) onDue(change);
      waiting.clear();
    },
    stop() {
      cancel?.();
      waiting.clear();
    },
  };
}
