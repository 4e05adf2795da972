import type { CommandOrigin } from '../../audit/audit-of-commands.sql.ts';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { type Command, commandSchema, commandTable } from '@belfry/schemas/mqtt/commands';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { AppError } from '../../errors.ts';
import { type CommandMessage, messages } from '@belfry/schemas/mqtt/messages';
import { SpanKind } from '@opentelemetry/api';
import type { DevicePolicy } from '../../policies/devices.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { activeTraceparent, inSpan } from '../../tracing/spans.ts';

/**
 * Parses a command and its parameters by the command table. Throws unknown_command, invalid_input with details, and forbidden for
 * parameters that only administrators may set.
 */
export function checkCommand(
  body: { command: string; params: Record<string, unknown> },
  caller: { role: Role },
): { command: Command; params: CommandParams } {
  const command = commandSchema.safeParse(body.command);
  if (!command.success) throw new AppError('unknown_command', `There is no command ${body.command}`);
  const params = commandTable[command.data].params.safeParse(body.params);
  if (params.success) {
    const { data } = params;
    if ('allow_downgrade' in data && data.allow_downgrade === true && !isAdministrator(caller.role))
      throw new AppError('forbidden', 'Only an administrator may install a version below the one that is running');
    return { command: command.data, params: data };
  }
  const details = params.error.issues.map(({ path, message }) => ({ path: ['params', ...path].join('.'), message }));
  throw new AppError('invalid_input', `${command.data}: ${details.map(({ message }) => message).join('; ')}`, {
    details,
  });
}

export type CommandParams = Record<string, unknown>;

export type CommandRequest = {
  /** By default a new one. */
  id?: string;
  user: Caller;
  policy: DevicePolicy;
  serial: string;
  command: Command;
  params: CommandParams;
  background?: boolean;
};

export type NewCommand = {
  id: string;
  serial: string;
  command: Command;
  params: CommandParams;
  issuedBy: number;
  /** The caller may command only devices of this user; null: all devices. */
  ownerId: number | null;
  issuedAt: number;
  expiresAt: number;
  deadlineAt: number;
};
export type IssuedCommand = NewCommand & {
  /** A page reads what it shows; see CMD-27. */
  background: boolean;
  /** Nobody is answered about it before a later commit, so this one need not wait for the disk. */
  asyncCommit: boolean;
  /** The origin of a call, for its audit row; absent where that is written elsewhere, and for reads of a page. */
  origin?: CommandOrigin | null;
};

export type TargetDevice = { status: DeviceStatus; user_id: number | null };

/** The times of a command in milliseconds since 1970; see CMD-2. */
type CommandTimes = { issuedAt: number; expiresAt: number; deadlineAt: number };

export function commandTimes(command: Command): CommandTimes {
  const { expiresAfterMs, runsAtMostMs } = commandTable[command];
  const issuedAt = Date.now();
  const expiresAt = issuedAt + expiresAfterMs;
  return { issuedAt, expiresAt, deadlineAt: expiresAt + runsAtMostMs };
}

export const toCommandMessage = (
  id: string,
  command: Command,
  params: CommandParams,
  { issuedAt, expiresAt }: Pick<CommandTimes, 'issuedAt' | 'expiresAt'>,
): CommandMessage => ({
  correlation_id: id,
  command,
  params,
  issued_at: new Date(issuedAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
});

/**
 * Publishes a command on the topic of one device or of all. Its trace context travels in the payload, and devices return it.
 * Rejects where the broker has not accepted the message.
 */
export function publishCommand(broker: MqttPublisher, topic: string, message: CommandMessage): Promise<void> {
  const { qos, retain } = messages.commands;
  const attributes = { 'messaging.system': 'mqtt', 'belfry.command': message.command };
  return inSpan(`publish ${message.command}`, { kind: SpanKind.PRODUCER, attributes }, () =>
    broker.publish(topic, JSON.stringify({ ...message, traceparent: activeTraceparent() }), { qos, retain }),
  );
}
