import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import type { CommandMessage } from '@belfry/schemas/mqtt/messages';

export type CommandParams = Record<string, unknown>;

/** Milliseconds since 1970. After its deadline a delivery without an answer is settled as timed out or expired. */
export type CommandTimes = { issuedAt: number; expiresAt: number; deadlineAt: number };

/** The times of a command that is issued now, from how long it may be under way and how long it may run. */
export function timesOf(command: Command): CommandTimes {
  const { expiresAfterMs, runsAtMostMs } = commandTable[command];
  const issuedAt = Date.now();
  const expiresAt = issuedAt + expiresAfterMs;
  return { issuedAt, expiresAt, deadlineAt: expiresAt + runsAtMostMs };
}

export const toMessage = (
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
