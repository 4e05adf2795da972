import type { ConsoleEvents } from '../../../mqtt/console-events.ts';

/** A device whose commands have changed; `user_id` is its owner, null if it has none. */
export type ChangedDevice = { serial: string; user_id: number | null };

/**
 * Sends `commands_changed` to the consoles of administrators and of each device's owner. Call it after the commit.
 * Bounded by ConsoleEvents: one event per user and 100 ms, which names at most 1,000 devices.
 */
export function notifyCommandsChanged(events: Pick<ConsoleEvents, 'changed'>, devices: readonly ChangedDevice[]): void {
  for (const [ownerId, owned] of Map.groupBy(devices, ({ user_id }) => user_id)) {
    const serials = owned.map(({ serial }) => serial);
    events.changed('commands_changed', serials, ownerId);
  }
}
