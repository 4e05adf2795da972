import type pg from 'pg';
import type { Logger } from '../../log.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { commandsSettled } from '../../mqtt/metrics.ts';
import type { Change } from './change.ts';
import { notifyCommandsChanged } from './command-events.ts';
import { expireDeliveries } from './deliveries.sql.ts';
import type { IssuedCommands } from './issued-commands.ts';
import { outcomeOfChange, outcomeOfDelivery, type Outcome } from './outcome.ts';
import { findDeliveries } from './results.sql.ts';
import { idsOfNotice, noticeSettled } from './settled-notices.ts';
import type { Waiters } from './waiters.ts';

type SettlementDeps = {
  pool: pg.Pool;
  log: Logger;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'isOurs'>;
  waiters: Pick<Waiters, 'wake' | 'among'>;
};

/** What follows when deliveries have ended: waiting callers are woken, here and on other instances. */
export function createSettlement({ pool, log, events, issued, waiters }: SettlementDeps) {
  /** A command that was issued here is waited for here, if at all. So a single instance never sends a notice. */
  function notifyOthers(ids: readonly string[]): void {
    const foreign = [...new Set(ids)].filter((id) => !issued.isOurs(id));
    if (foreign.length > 0) void noticeSettled(pool, log, foreign);
  }

  async function wakeFromRows(ids: readonly string[]): Promise<void> {
    for (const delivery of await findDeliveries(pool, ids))
      waiters.wake(delivery.command_id, outcomeOfDelivery(delivery));
  }

  return {
    /** These changes have ended deliveries, and are committed. */
    onSettled: (changes: readonly Change[]): void => {
      for (const change of changes) waiters.wake(change.commandId, outcomeOfChange(change));
      notifyOthers(changes.map(({ commandId }) => commandId));
    },

    /** Settles what has passed its deadline. */
    sweep: async (now = Date.now()): Promise<void> => {
      const expired = await expireDeliveries(pool, now);
      const ids = [...new Set(expired.map(({ command_id }) => command_id))];
      for (const { state } of expired) commandsSettled.inc({ state });
      notifyCommandsChanged(events, expired);
      const waited = waiters.among(ids);
      if (waited.length > 0) await wakeFromRows(waited);
      notifyOthers(ids);
    },

    /** Another instance has settled these. */
    noticed: (payload: string): void => {
      const ids = waiters.among(idsOfNotice(payload));
      if (ids.length === 0) return;
      wakeFromRows(ids).catch((error: unknown) => log.debug({ err: error }, 'a notice of another instance was lost'));
    },

    /** The outcome that is stored, or null while there is none. For a notice that was lost. */
    async storedOutcome(commandId: string): Promise<Outcome | null> {
      const [delivery] = await findDeliveries(pool, [commandId]);
      return delivery?.settled_at ? outcomeOfDelivery(delivery) : null;
    },
  };
}
