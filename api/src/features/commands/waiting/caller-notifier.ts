import type pg from 'pg';
import type { Logger } from '../../../log.ts';
import type { DeliveryChange } from '../deliveries/delivery-change.ts';
import type { IssuedCommands } from '../sending/issued-commands.ts';
import { outcomeOfChange, outcomeOfDelivery, type Outcome } from '../deliveries/outcome.ts';
import { findDeliveries } from '../results/results.sql.ts';
import { notifyInstances, parseNotification } from '../deliveries/settled-notifications.ts';
import type { Waiters } from './waiters.ts';

export type CallerNotifier = {
  /** Call it when these changes, which settle deliveries, are committed. */
  settled: (changes: readonly DeliveryChange[]) => void;
  /** Call it when the deliveries of these commands have expired or timed out. */
  expired(commandIds: readonly string[]): Promise<void>;
  /** Handles the notification of another instance that commands are settled. */
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

/** Resolves the HTTP callers that wait for a settled command, on this instance and by notifications on the others. */
export function createCallerNotifier({ pool, log, issued, waiters }: CallerNotifierDeps): CallerNotifier {
  /** The caller of a command waits at the instance that issued it, so a single instance sends no notifications. */
  function notifyOthers(commandIds: readonly string[]): void {
    const ids = [...new Set(commandIds)].filter((id) => !issued.isLocal(id));
    if (ids.length > 0) void notifyInstances(pool, log, ids);
  }

  async function resolveFromRows(commandIds: readonly string[]): Promise<void> {
    for (const delivery of await findDeliveries(pool, commandIds))
      waiters.resolve(delivery.command_id, outcomeOfDelivery(delivery));
  }

  return {
    settled(changes) {
      for (const change of changes) waiters.resolve(change.commandId, outcomeOfChange(change));
      notifyOthers(changes.map(({ commandId }) => commandId));
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
      return delivery?.settled_at ? outcomeOfDelivery(delivery) : null;
    },
  };
}
