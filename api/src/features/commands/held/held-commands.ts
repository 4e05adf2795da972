import type { CommandErrorType } from '@belfry/schemas/http/commands/commands';
import { commandTable } from '@belfry/schemas/mqtt/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import { requiredOwner } from '../../../policies/devices.ts';
import { notifyCommandsChanged } from '../deliveries/command-events.ts';
import type { CommandRequest } from '../sending/command-sender.ts';
import type { IssuedCommands } from '../sending/issued-commands.ts';
import type { Dispatcher } from './dispatcher.ts';
import { insertHeld, requeueUnreachable } from './held.sql.ts';

const FULL = 'Too many commands are waiting for this device already. Cancel some of them first.';

/** `published`: the device was online and the broker has accepted the message. */
export type Held = { published: boolean; expiresAt: number };

export type HeldCommands = {
  /** Inserts a command that waits for its device until it expires, and publishes it if the device is online. */
  hold(id: string, request: CommandRequest, expiresInS: number): Promise<Held | CommandErrorType>;
  /** Holds again what has not reached its device, publishes what is due, and asks silent devices again. */
  sweep(now: number): Promise<void>;
};

type HeldCommandsDeps = {
  db: Kysely<Database>;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
  dispatcher: Dispatcher;
};

export function createHeldCommands({ db, events, issued, dispatcher }: HeldCommandsDeps): HeldCommands {
  return {
    async hold(id, { user, policy, serial, command, params }, expiresInS) {
      const issuedAt = Date.now();
      const expiresAt = issuedAt + expiresInS * 1_000;
      const deadlineAt = expiresAt + commandTable[command].runsAtMostMs;
      issued.add(id, command);
      const ownerId = requiredOwner(policy, user);
      const row = { id, serial, command, params, issuedBy: user.id, ownerId, issuedAt, expiresAt, deadlineAt };
      const device = await insertHeld(db, row);
      if (!device) return 'device_not_found';
      if (device.full) throw new AppError('conflict', FULL);
      notifyCommandsChanged(events, [{ serial, user_id: device.user_id }]);
      return { published: (await dispatcher.dispatch({ commandId: id })) > 0, expiresAt };
    },

    async sweep(now) {
      notifyCommandsChanged(events, await requeueUnreachable(db, now));
      await dispatcher.dispatch({}, now);
      await dispatcher.repeat(now);
    },
  };
}
