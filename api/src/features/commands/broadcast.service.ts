import { randomUUID } from 'node:crypto';
import { commandErrorText, type CommandErrorType } from '@belfry/schemas/http/commands';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import type { Principal } from '../../http/principal.ts';
import { failBroadcast, insertBroadcast, markBroadcastSent } from './broadcasts.sql.ts';
import { timesOf, toMessage, type CommandParams } from './command-message.ts';
import type { IssuedCommands } from './issued-commands.ts';

export type BroadcastOrder = { user: Principal; command: BroadcastCommand; params: CommandParams };
/** `devices` counts the deliveries; `refused` says why nothing was published. */
type BroadcastResult =
  | { commandId: string; devices: number }
  | { refused: CommandErrorType; commandId: string; devices: number };

type BroadcastDeps = { pool: pg.Pool; broker: MqttPublisher; issued: Pick<IssuedCommands, 'remember'> };

/** Writes one command with a delivery per device, and publishes it once for all devices. */
export async function broadcastCommand(
  { pool, broker, issued }: BroadcastDeps,
  { user, command, params }: BroadcastOrder,
): Promise<BroadcastResult> {
  const commandId = randomUUID();
  const times = timesOf(command);
  issued.remember(commandId, command);
  const offlineError = commandErrorText('device_offline', command);
  const row = { id: commandId, command, params, issuedBy: user.id, offlineError, ...times };
  const devices = await insertBroadcast(pool, row);
  const { qos, retain } = messages.fleetCommands;
  const payload = JSON.stringify(toMessage(commandId, command, params, times));
  try {
    await broker.publish(topics.fleetCommands, payload, { qos, retain });
  } catch {
    await failBroadcast(pool, commandId, commandErrorText('websocket_unavailable', command));
    return { refused: 'websocket_unavailable', commandId, devices };
  }
  await markBroadcastSent(pool, commandId);
  return { commandId, devices };
}
