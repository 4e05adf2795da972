import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Command, CommandParams } from '@belfry/schemas/mqtt/commands';
import { runCommand, type CommandDispatch, type CommandEnd } from './run-command.ts';

export type RunCommand = <C extends Command>(
  command: C,
  params: CommandParams<C>,
  options?: Parameters<typeof runCommand>[2],
) => Promise<CommandEnd<C>>;

/** Sends commands to one device and resolves with how they ended. Stable. */
export function useRunCommand(serial: Serial): RunCommand {
  const dispatch = useDispatch<CommandDispatch>();
  return useCallback(
    (command, params, options) => runCommand(dispatch, { serial, command, params }, options),
    [dispatch, serial],
  );
}
