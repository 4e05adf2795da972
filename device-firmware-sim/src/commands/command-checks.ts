import type { z } from 'zod';
import { COMMANDS, commandTable, type Command, type CommandParams } from '@belfry/schemas/mqtt/commands';
import type { Host } from '../host/host.ts';
import { CommandError } from './command-handler.ts';

/** Throws CommandError for a name that this device does not know. */
export function findCommand(name: string): Command {
  const command = COMMANDS.find((known) => known === name);
  if (!command) throw new CommandError('unknown_command', `the device does not know the command ${name}`);
  return command;
}

/** Throws CommandError for parameters that differ from the command table. */
export function validateParams<C extends Command>(command: C, params: unknown): CommandParams<C> {
  const checked = commandTable[command].params.safeParse(params);
  if (!checked.success) throw new CommandError('invalid_params', formatIssues(checked.error));
  return checked.data as CommandParams<C>;
}

/** Throws CommandError for a command that is refused on the machine that the device really runs on. */
export function checkHost(host: Host | null, command: Command): void {
  const reason = host?.refusal(command) ?? null;
  if (reason !== null) throw new CommandError('not_supported', reason);
}

const formatIssues = (error: z.ZodError): string =>
  error.issues
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ');
