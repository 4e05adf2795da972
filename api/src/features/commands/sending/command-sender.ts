import type { Caller } from '../../../policies/accounts.ts';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { commandErrorText, type CommandErrorType } from '@belfry/schemas/http/commands/commands';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type { CommandMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../../broker-gateway.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import { createGroupCommit } from '../../../mqtt/batching/group-commit.ts';
import { type DevicePolicy, requiredOwner } from '../../../policies/devices.ts';
import { publishedChange, unpublishedChange } from '../deliveries/delivery-change.ts';
import { notifyCommandsChanged } from '../deliveries/command-events.ts';
import { commandTimes, toCommandMessage, type CommandParams } from './command-message.ts';
import { insertCommands } from '../commands.sql.ts';
import type { IssuedCommand } from '../issued-command.ts';
import type { DeliveryWriter } from '../deliveries/delivery-writer.ts';
import type { IssuedCommands } from './issued-commands.ts';
import { publishCommand } from '../publish-command.ts';

/** A command for one device; the policy decides whether the user may command it. */
export type CommandRequest = {
  user: Caller;
  policy: DevicePolicy;
  serial: string;
  command: Command;
  params: CommandParams;
  /** A page reads what it shows; see CMD-27. */
  background?: boolean;
};

type CommandSenderDeps = {
  pool: pg.Pool;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: IssuedCommands;
  deliveries: Pick<DeliveryWriter, 'writeChange'>;
};

/** Inserts the rows of a command for one device, and publishes its message. */
export function createCommandSender({ pool, broker, events, issued, deliveries }: CommandSenderDeps) {
  const insert = createGroupCommit((commands: readonly IssuedCommand[]) => insertCommands(pool, commands));

  return {
    /**
     * Inserts the rows. @returns the message to publish, or why none were inserted.
     * @param options.asyncCommit the rows need not be durable yet: the caller waits for an outcome, whose commit makes them so
     */
    async issue(
      id: string,
      { user, policy, serial, command, params, background = false }: CommandRequest,
      { asyncCommit }: { asyncCommit: boolean },
    ): Promise<CommandMessage | CommandErrorType> {
      const times = commandTimes(command);
      issued.add(id, command);
      const ownerId = requiredOwner(policy, user);
      const row = { id, serial, command, params, issuedBy: user.id, ownerId, background, asyncCommit, ...times };
      const device = await insert(row);
      if (device === null) return 'device_not_found';
      if (!canReceiveCommands(device.status)) return 'device_offline';
      if (!background) notifyCommandsChanged(events, [{ serial, user_id: device.user_id }]);
      return { ...toCommandMessage(id, command, params, times), ...(background && { background }) };
    },

    /** Publishes the message, and stores whether the broker has accepted it. @returns whether it has. */
    async publish(serial: string, message: CommandMessage): Promise<boolean> {
      const { correlation_id: id, command } = message;
      try {
        await publishCommand(broker, topics.commands(serial), message);
        deliveries.writeChange(publishedChange(id, serial, Date.now()));
        return true;
      } catch {
        deliveries.writeChange(
          unpublishedChange(id, serial, Date.now(), commandErrorText('websocket_unavailable', command)),
        );
        return false;
      }
    },
  };
}
