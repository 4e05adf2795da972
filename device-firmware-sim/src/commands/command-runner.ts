import { z } from 'zod';
import { commandMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import {
  COMMANDS,
  commandTable,
  type Command,
  type CommandParams,
  type CommandResult,
} from '@belfry/schemas/mqtt/commands';
import { CommandError, type CommandedDevice, type Device, type ResponseFields } from '../device/types.ts';
import type { Host } from '../host/host.ts';
import { executeCommand, isLong, type Origin, type Respond } from './commands.ts';

/** The command name is not validated, because a device of another version must answer commands that it does not know. */
const receivedCommandSchema = commandMessageSchema.extend({ command: z.string().max(100) });

type Received = z.output<typeof receivedCommandSchema>;

export type CommandRunner = {
  receive: (payload: unknown) => void;
  runByItself: (command: 'install' | 'reboot') => void;
};

type RunningDevice = CommandedDevice & Pick<Device, 'counters' | 'responses'>;

/**
 * Runs received commands and responds in phases; expired, repeated, unknown and invalid ones are not run. At most one long command runs at a
 * time: `device.work` says which.
 */
export function createCommandRunner(device: RunningDevice): CommandRunner {
  const { clock, counters, responses, work } = device;
  const random = device.random.fork('commands');

  function receive(payload: unknown): void {
    const parsed = receivedCommandSchema.safeParse(payload);
    if (!parsed.success) return void counters.invalidPayloads++;
    const { correlation_id, expires_at } = parsed.data;
    if (responses.repeat(correlation_id)) return;
    if (Date.parse(expires_at) <= clock.now()) return void counters.commandsExpired++;
    void execute(parsed.data);
  }

  async function execute(received: Received): Promise<void> {
    const { correlation_id: correlationId, traceparent } = received;
    const expiresAt = Date.parse(received.expires_at);
    const sendPhase: Respond = (fields) =>
      responses.send(correlationId, traceparent === undefined ? fields : { ...fields, traceparent });
    const startedAt = clock.monotonic();
    const finish = (fields: Omit<ResponseFields, 'phase'>): void => {
      if (fields.success) counters.commandsOk++;
      else counters.commandsFailed++;
      sendPhase({ phase: 'done', execution_time_ms: Math.round(clock.monotonic() - startedAt), ...fields });
    };
    try {
      const command = findCommand(received.command);
      const params = validateParams(command, received.params);
      checkHost(device.host, command);
      if (isLong(command) && work.running)
        throw new CommandError('busy', `the device is busy: ${work.running} is running`);
      sendPhase({ phase: 'accepted' });
      const result = await run(command, params, { sendPhase, correlationId, expiresAt });
      finish({ success: true, result });
    } catch (error) {
      finish({ success: false, ...errorFieldsOf(error) });
    }
  }

  async function run<C extends Command>(command: C, params: CommandParams<C>, origin: Origin) {
    const task = (): Promise<CommandResult<C>> => executeCommand({ ...device, random }, { command, params }, origin);
    if (!isLong(command)) return task();
    work.running = command;
    return task().finally(() => (work.running = null));
  }

  return {
    receive,
    runByItself(command) {
      if (work.running || (device.host?.refusal(command) ?? null) !== null) return;
      run(command, {}, { sendPhase: () => {}, expiresAt: Infinity }).then(
        () => counters.commandsOk++,
        () => counters.commandsFailed++,
      );
    },
  };
}

/** An unexpected error of a command is reported in the response and must not stop the device. */
function errorFieldsOf(error: unknown): Pick<ResponseMessage, 'error' | 'error_type'> {
  if (error instanceof CommandError) return { error: error.message, error_type: error.errorType };
  return { error: `the device failed: ${(error as Error).message}`, error_type: 'internal_error' };
}

/** Throws CommandError for a name that this device does not know. */
function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate === name);
  if (!command) throw new CommandError('unknown_command', `the device does not know the command ${name}`);
  return command;
}

/** Throws CommandError for parameters that differ from the command table. */
function validateParams<C extends Command>(command: C, params: unknown): CommandParams<C> {
  const checked = commandTable[command].params.safeParse(params);
  if (!checked.success) throw new CommandError('invalid_params', formatIssues(checked.error));
  return checked.data as CommandParams<C>;
}

/** Throws CommandError for a command that is refused on the machine that the device really runs on. */
function checkHost(host: Host | null, command: Command): void {
  const reason = host?.refusal(command) ?? null;
  if (reason !== null) throw new CommandError('not_supported', reason);
}

const formatIssues = (error: z.ZodError): string =>
  error.issues
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ');
