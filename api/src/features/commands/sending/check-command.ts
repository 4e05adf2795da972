import { commandSchema, commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { AppError } from '../../../errors.ts';

/** Parses a command and its parameters by the command table. Throws unknown_command, or invalid_input with details. */
export function checkCommand(body: { command: string; params: Record<string, unknown> }): {
  command: Command;
  params: Record<string, unknown>;
} {
  const command = commandSchema.safeParse(body.command);
  if (!command.success) throw new AppError('unknown_command', `There is no command ${body.command}`);
  const params = commandTable[command.data].params.safeParse(body.params);
  if (params.success) return { command: command.data, params: params.data };
  const details = params.error.issues.map(({ path, message }) => ({ path: ['params', ...path].join('.'), message }));
  throw new AppError('invalid_input', `${command.data}: ${details.map(({ message }) => message).join('; ')}`, {
    details,
  });
}
