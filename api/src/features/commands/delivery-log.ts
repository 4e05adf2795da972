import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { createBatcher } from '../../mqtt/batching/batcher.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { errorSummary } from '../../mqtt/error-summary.ts';
import {
  batchSize,
  commandsSettled,
  commitSeconds,
  foreignResponses,
  invalidResults,
  poisonRows,
} from '../../mqtt/metrics.ts';
import { createThrottledWarning } from '../../mqtt/throttled-warning.ts';
import { answered, keepsItsWord, merge, settles, type Change } from './change.ts';
import { notifyCommandsChanged } from './command-events.ts';
import { applyChanges } from './deliveries.sql.ts';
import { TRANSITIONS } from './delivery-states.ts';
import type { IssuedCommands } from './issued-commands.ts';

const BATCH_ITEMS = 1_000;
/** Nobody waits for `sent`: it travels with the answer, where that comes soon. */
const SENT_LINGER_MS = 50;

/** What a device answered, not looked at yet. */
export type Answer = { serial: string; message: ResponseMessage; receivedAt: number };
type Item = { answer: Answer; onDone(): void } | { change: Change };

export type DeliveryLog = {
  /** Stores an answer; `onDone` when it is committed. */
  answer: (answer: Answer, onDone: () => void) => void;
  change(change: Change): void;
  /** Names the batch when it has been waiting for its commit too long. */
  stuck: () => string[];
  drain(): Promise<void>;
  stop(): void;
};

export type DeliveryLogOptions = {
  pool: pg.Pool;
  log: Logger;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: IssuedCommands;
  /** These deliveries have ended, and that is committed. */
  onSettled: (changes: readonly Change[]) => void;
};

/** Everything that happens to deliveries, written in groups: while one is being committed the next one collects. */
export function createDeliveryLog({ pool, log, events, issued, onSettled }: DeliveryLogOptions): DeliveryLog {
  const warn = createThrottledWarning(log, 'a device answered a command that was not sent to it');
  const warnOfPoison = createThrottledWarning(log, 'Postgres refused the answer of a device');

  async function write(items: readonly Item[]): Promise<void> {
    const changes = await toChanges(items);
    if (changes.length === 0) return;
    const { foreign, applied, devices } = await applyChanges(pool, changes);
    for (const position of foreign) if (changes[position]) refuse(changes[position]);
    notifyCommandsChanged(events, devices);
    const ended = applied.flatMap((position) => changes[position] ?? []).filter(settles);
    for (const { event } of ended) commandsSettled.inc({ state: TRANSITIONS[event].to });
    if (ended.length > 0) onSettled(ended);
  }

  /** One change per delivery: a statement may touch a row only once. */
  async function toChanges(items: readonly Item[]): Promise<Change[]> {
    const names = await issued.names(
      items.flatMap((item) => ('answer' in item ? item.answer.message.correlation_id : [])),
    );
    const changes = new Map<string, Change>();
    for (const item of items) {
      const change = 'change' in item ? item.change : toChange(item.answer, names);
      if (!change) continue;
      const key = `${change.commandId}/${change.serial}`;
      const earlier = changes.get(key);
      changes.set(key, earlier ? merge(earlier, change) : change);
    }
    return [...changes.values()];
  }

  function toChange(
    { serial, message, receivedAt }: Answer,
    names: Awaited<ReturnType<IssuedCommands['names']>>,
  ): Change | null {
    const command = names.get(message.correlation_id);
    if (command) {
      const change = answered(command, serial, message, receivedAt);
      if (!keepsItsWord(command, change)) invalidResults.inc({ command });
      return change;
    }
    refuse({ serial, commandId: message.correlation_id });
    return null;
  }

  function refuse({ serial, commandId }: Pick<Change, 'serial' | 'commandId'>): void {
    foreignResponses.inc();
    warn('responses', { serial, correlation_id: commandId });
  }

  const batcher = createBatcher<Item>({
    name: 'responses',
    log,
    maxItems: BATCH_ITEMS,
    lingerMs: (item) => ('change' in item && item.change.event === 'published' ? SENT_LINGER_MS : 0),
    write,
    onDone: (items) => items.forEach((item) => 'onDone' in item && item.onDone()),
    onPoison(item, error) {
      poisonRows.inc({ kind: 'responses' });
      const serial = 'answer' in item ? item.answer.serial : item.change.serial;
      warnOfPoison('responses', { serial, ...errorSummary(error) });
    },
    onWritten(items, seconds) {
      batchSize.observe({ kind: 'responses' }, items);
      commitSeconds.observe({ kind: 'responses' }, seconds);
    },
  });

  return {
    answer: (answer, onDone) => batcher.add({ answer, onDone }),
    change: (change) => batcher.add({ change }),
    stuck: () => (batcher.isStuck() ? [batcher.name] : []),
    drain: () => batcher.drain(),
    stop: () => batcher.stop(),
  };
}
