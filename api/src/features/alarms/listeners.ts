import type { AlarmEvent } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Logger } from '../../log.ts';
import { createThrottledWarning, errorSummary } from '../../mqtt/throttled-warning.ts';
import { findPendingEvents, isAnythingPending, lockListener, removePending } from './alarm-events.repository.ts';

/**
 * Told of what happens to alarms: each event once, those of one alarm in order. What it writes with the transaction is committed together
 * with the note that it was told; when it throws, it gets the same events again some seconds later, and other listeners go on.
 */
export type AlarmListener = (trx: Kysely<Database>, events: readonly AlarmEvent[]) => Promise<void>;

const AT_ONCE = 200;

export type AlarmListeners = {
  /**
   * Adds a listener, before anything is evaluated. The name is stored with events that it has not been told of, so it never changes; it
   * gets the events from its first start on.
   */
  onAlarm(name: string, listener: AlarmListener): void;
  names(): string[];
  tell(): Promise<void>;
};

export function createAlarmListeners({ db, log }: { db: Kysely<Database>; log: Logger }): AlarmListeners {
  const listeners = new Map<string, AlarmListener>();
  const warn = createThrottledWarning(log, 'a listener of alarms failed');

  async function tellAll(name: string, listener: AlarmListener): Promise<void> {
    try {
      for (let told = AT_ONCE; told === AT_ONCE;) told = await tellSome(db, name, listener);
    } catch (error) {
      if (!isDatabaseAway(error)) warn(name, errorSummary(error));
    }
  }

  return {
    onAlarm: (name, listener) => void listeners.set(name, listener),
    names: () => [...listeners.keys()],
    async tell() {
      if (listeners.size === 0 || !(await isAnythingPending(db).catch(() => false))) return;
      for (const [name, listener] of listeners) await tellAll(name, listener);
    },
  };
}

/** @returns how many events the listener was told; 0 while another instance tells it */
async function tellSome(db: Kysely<Database>, name: string, listener: AlarmListener): Promise<number> {
  return transact(db, async (trx) => {
    if (!(await lockListener(trx, name))) return 0;
    const events = await findPendingEvents(trx, name, AT_ONCE);
    if (events.length === 0) return 0;
    await listener(trx, events);
    await removePending(
      trx,
      name,
      events.map(({ event_id }) => event_id),
    );
    return events.length;
  });
}
