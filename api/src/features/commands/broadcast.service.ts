import { randomUUID } from 'node:crypto';
import { commandErrorText, type CommandErrorType } from '@belfry/schemas/http/commands';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import type { Principal } from '../../http/principal.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { failBroadcast, insertBroadcast, markBroadcastSent } from './broadcasts.sql.ts';
import { notifyCommandsChanged } from './command-events.ts';
import { timesOf, toMessage, type CommandParams } from './command-message.ts';
import type { IssuedCommands } from './issued-commands.ts';

export type BroadcastOrder = { user: Principal; command: BroadcastCommand; params: CommandParams };
/** `devices` counts the deliveries; `refused` says why nothing was published. */
type BroadcastResult =
  | { commandId: string; devices: number }
  | { refused: CommandErrorType; commandId: string; devices: number };

type BroadcastDeps = {
  pool: pg.Pool;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'remember'>;
};

/** Inserts one command with a delivery for every device, and publishes one message for all of them. */
export async function broadcastCommand(
  { pool, broker, events, issued }: BroadcastDeps,
  { user, command, params }: BroadcastOrder,
): Promise<BroadcastResult> {
  const commandId = randomUUID();
  const times = timesOf(command);
  issued.remember(commandId, command);
  const offlineError = commandErrorText('device_offline', command);
  const row = { id: commandId, command, params, issuedBy: user.id, offlineError, ...times };
  const targets = await insertBroadcast(pool, row);
  const devices = targets.length;
  notifyCommandsChanged(events, targets);
  const { qos, retain } = messages.fleetCommands;
  const payload = JSON.stringify(toMessage(commandId, command, params, times));
  try {
    await broker.publish(topics.fleetCommands, payload, { qos, retain });
  } catch {
    const error = commandErrorText('websocket_unavailable', command);
    notifyCommandsChanged(events, await failBroadcast(pool, commandId, error));
    return { refused: 'websocket_unavailable', commandId, devices };
  }
  notifyCommandsChanged(events, await markBroadcastSent(pool, commandId));
  return { commandId, devices };
}
