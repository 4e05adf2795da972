import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import type { CommandMessage } from '@belfry/schemas/mqtt/messages';

export type CommandParams = Record<string, unknown>;

/** The times of a command in milliseconds since 1970; see CMD-2. */
export type CommandTimes = { issuedAt: number; expiresAt: number; deadlineAt: number };

/** The times of a command that is issued now, from the durations of the command table. */
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
