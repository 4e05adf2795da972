import { randomUUID } from 'node:crypto';
import { commandErrorText, type CommandErrorType } from '@belfry/schemas/http/commands/commands';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { MqttPublisher } from '../../../broker-gateway.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import { failBroadcast, insertBroadcast, markBroadcastSent } from './broadcasts.sql.ts';
import { notifyCommandsChanged } from '../deliveries/command-events.ts';
import { commandTimes, toCommandMessage, type CommandParams } from './command-message.ts';
import type { IssuedCommands } from './issued-commands.ts';
import { publishCommand } from '../publish-command.ts';

export type BroadcastRequest = { user: Principal; command: BroadcastCommand; params: CommandParams };
/** `devices` counts the deliveries; `refused` is set if the message was not published. */
type BroadcastResult =
  | { commandId: string; devices: number }
  | { refused: CommandErrorType; commandId: string; devices: number };

type BroadcastDeps = {
  db: Kysely<Database>;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
};

/** Inserts one command with a delivery for every device, and publishes one message for all of them. */
export async function broadcastCommand(
  { db, broker, events, issued }: BroadcastDeps,
  { user, command, params }: BroadcastRequest,
): Promise<BroadcastResult> {
  const commandId = randomUUID();
  const times = commandTimes(command);
  issued.add(commandId, command);
  const offlineError = commandErrorText('device_offline', command);
  const row = { id: commandId, command, params, issuedBy: user.id, offlineError, ...times };
  const targets = await insertBroadcast(db, row);
  const devices = targets.length;
  notifyCommandsChanged(events, targets);
  const message = toCommandMessage(commandId, command, params, times);
  try {
    await publishCommand(broker, topics.fleetCommands, message);
  } catch {
    const error = commandErrorText('websocket_unavailable', command);
    notifyCommandsChanged(events, await failBroadcast(db, commandId, error));
    return { refused: 'websocket_unavailable', commandId, devices };
  }
  notifyCommandsChanged(events, await markBroadcastSent(db, commandId));
  return { commandId, devices };
}
