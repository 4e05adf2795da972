import { randomUUID } from 'node:crypto';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import { notifyCommandsChanged } from '../deliveries/command-events.ts';
import type { CommandParams } from '../sending/command-message.ts';
import type { IssuedCommands } from '../sending/issued-commands.ts';
import type { Dispatcher } from './dispatcher.ts';
import { cancelWaiting, insertCommandForMany } from './many.sql.ts';

/** One command for many devices, which the caller has checked that the user may command. */
export type ManyRequest = {
  /** By default a new one. Repeating a request with the same id sends nothing twice. */
  commandId?: string;
  userId: number | null;
  command: Command;
  params: CommandParams;
  deviceIds: readonly number[];
  /** How long it may take until a device receives it. */
  expiresInS: number;
  /** It waits for devices that are offline until it expires. */
  waits?: boolean;
};

export type ManyCommands = {
  /**
   * Sends one command to many devices without waiting for outcomes, in a few statements whatever their number.
   * @returns the ids of the devices that were offline
   */
  sendToMany(request: ManyRequest): Promise<{ commandId: string; offline: number[] }>;
  /** Cancels these commands for the devices that they still wait for. */
  cancelMany(commandIds: readonly string[]): Promise<void>;
};

type Deps = {
  db: Kysely<Database>;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
  dispatcher: Pick<Dispatcher, 'dispatch'>;
};

export function createManyCommands({ db, events, issued, dispatcher }: Deps): ManyCommands {
  return {
    async sendToMany({ commandId = randomUUID(), userId, expiresInS, waits = false, command, ...request }) {
      const now = Date.now();
      issued.add(commandId, command);
      const devices = await insertCommandForMany(db, {
        ...request,
        id: commandId,
        command,
        issuedBy: userId,
        now,
        expiresAt: now + expiresInS * 1_000,
        waits,
      });
      await dispatcher.dispatch({ commandId });
      notifyCommandsChanged(events, devices);
      return { commandId, offline: devices.filter(({ offline }) => offline).map(({ device_id }) => device_id) };
    },

    async cancelMany(commandIds) {
      if (commandIds.length === 0) return;
      notifyCommandsChanged(events, await cancelWaiting(db, commandIds, Date.now()));
    },
  };
}
