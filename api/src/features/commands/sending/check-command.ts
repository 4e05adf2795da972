import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { commandSchema, commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { AppError } from '../../../errors.ts';

/**
 * Parses a command and its parameters by the command table. Throws unknown_command, invalid_input with details, and forbidden for
 * parameters that only administrators may set.
 */
export function checkCommand(
  body: { command: string; params: Record<string, unknown> },
  caller: { role: Role },
): {
  command: Command;
  params: Record<string, unknown>;
} {
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
