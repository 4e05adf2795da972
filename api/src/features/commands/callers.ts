import { TRANSITIONS, type DeliveryChange } from './delivery.ts';
import { type Delivery, findDeliveries } from './results.sql.ts';
import type pg from 'pg';
import type { Logger } from '../../log.ts';
import type { IssuedCommands } from './responses.ts';

export type Outcome = Pick<Delivery, 'state' | 'result' | 'error' | 'error_type' | 'execution_time_ms'>;

const toOutcome = ({ state, result, error, error_type, execution_time_ms }: Outcome): Outcome => ({
  state,
  result,
  error,
  error_type,
  execution_time_ms,
});

export type CallerNotifier = {
  /** Call it when these changes, which settle deliveries, are committed. */
  settled: (changes: readonly DeliveryChange[]) => void;
  expired(commandIds: readonly string[]): Promise<void>;
  onNotification: (payload: string) => void;
  /** The stored outcome, or null while the command is not settled. For a caller that missed the notification. */
  findOutcome(commandId: string): Promise<Outcome | null>;
};

type CallerNotifierDeps = {
  pool: pg.Pool;
  log: Logger;
  issued: Pick<IssuedCommands, 'isLocal'>;
  waiters: Pick<Waiters, 'resolve' | 'filterWaiting'>;
};

export function createCallerNotifier({ pool, log, issued, waiters }: CallerNotifierDeps): CallerNotifier {
  /** The caller of a command waits at the instance that issued it, so a single instance sends no notifications. */
  function notifyOthers(commandIds: readonly string[]): void {
    const ids = [...new Set(commandIds)].filter((id) => !issued.isLocal(id));
    if (ids.length > 0) void notifyInstances(pool, log, ids);
  }

  async function resolveFromRows(commandIds: readonly string[]): Promise<void> {
    for (const delivery of await findDeliveries(pool, commandIds))
      waiters.resolve(delivery.command_id, toOutcome(delivery));
  }

  return {
    settled(changes) {
      for (const change of changes)
        waiters.resolve(change.command_id, toOutcome({ ...change, state: TRANSITIONS[change.event].to }));
      notifyOthers(changes.map(({ command_id }) => command_id));
    },

    async expired(commandIds) {
      const waiting = waiters.filterWaiting(commandIds);
      if (waiting.length > 0) await resolveFromRows(waiting);
      notifyOthers(commandIds);
    },

    onNotification(payload) {
      const ids = waiters.filterWaiting(parseNotification(payload));
      if (ids.length === 0) return;
      resolveFromRows(ids).catch((error: unknown) =>
        log.debug({ err: error }, 'the notification of another instance was not processed'),
      );
    },

    async findOutcome(commandId) {
      const [delivery] = await findDeliveries(pool, [commandId]);
      return delivery?.settled_at ? toOutcome(delivery) : null;
    },
  };
}

type Waiters = {
  /** `outcome` resolves with null after the timeout or `cancel`. It never rejects. */
  wait(commandId: string, timeoutMs: number): { outcome: Promise<Outcome | null>; cancel(): void };
  resolve(commandId: string, outcome: Outcome): void;
  filterWaiting(ids: readonly string[]): string[];
};

export function createWaiters(): Waiters {
  const waiting = new Map<string, (outcome: Outcome | null) => void>();
  return {
    wait(commandId, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<Outcome | null>();
      const settle = (outcome: Outcome | null): void => {
        clearTimeout(timer);
        waiting.delete(commandId);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle(null), timeoutMs);
      waiting.set(commandId, settle);
      return { outcome: promise, cancel: () => settle(null) };
    },
    resolve: (commandId, outcome) => waiting.get(commandId)?.(outcome),
    filterWaiting: (ids) => ids.filter((id) => waiting.has(id)),
  };
}

export const SETTLED_CHANNEL = 'belfry_commands_settled';
/** A payload of NOTIFY has at most 8,000 bytes; an id with its comma has 37. */
const IDS_PER_NOTIFICATION = 200;

/**
 * Notifies the other instances of settled commands, since only one instance ingests but a caller may wait at any. Best
 * effort: a caller whose instance misses the notification reads the row after its timeout.
 */
export async function notifyInstances(pool: pg.Pool, log: Logger, commandIds: readonly string[]): Promise<void> {
  for (let start = 0; start < commandIds.length; start += IDS_PER_NOTIFICATION) {
    const payload = commandIds.slice(start, start + IDS_PER_NOTIFICATION).join(',');
    await pool
      .query({ name: 'notify-settled', text: 'select pg_notify($1, $2)', values: [SETTLED_CHANNEL, payload] })
      .catch((error: unknown) => log.debug({ err: error }, 'other instances were not notified of settled commands'));
  }
}

export const parseNotification = (payload: string): string[] => payload.split(',').filter((id) => id !== '');
