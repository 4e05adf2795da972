import { z } from 'zod';
import type { Command, CommandParams } from '@belfry/schemas/mqtt/commands';
import { commandMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { createResponseCache } from './response-cache.ts';
import { isoTime, sleep } from '../hardware/clock.ts';
import { findCommand, validateParams } from './command-checks.ts';
import { CommandError, type CommandContext } from './command-handler.ts';
import { runCommand, isLong } from './index.ts';
import type { Counters } from '../device/counters.ts';
import type { DeviceContext } from '../device/device-context.ts';

/** The command name is not validated, because a device of another version must answer commands that it does not know. */
const receivedCommandSchema = commandMessageSchema.extend({ command: z.string().max(100) });

const FLAKY_FAILURE_SHARE = 0.3;
const FLAKY_DELAY_SHARE = 0.4;
const FLAKY_DELAY_MAX_MS = 3_000;

type ResponseFields = Partial<Omit<ResponseMessage, 'correlation_id' | 'at'>> & Pick<ResponseMessage, 'phase'>;
type Respond = (fields: ResponseFields) => void;
/** Where a command comes from; one that the device itself initiates has no correlation id. */
type Origin = { sendPhase: Respond; correlationId?: string; expiresAt: number };
type Received = z.output<typeof receivedCommandSchema>;
export type Settlement = Pick<ResponseMessage, 'success'> & Omit<ResponseFields, 'phase'>;

export type CommandRunner = {
  /** Handles a message on one of the command topics. */
  receive: (payload: unknown) => void;
  /** Sends and stores the final response to a command that was interrupted by a loss of power. */
  settle: (correlationId: string, outcome: Settlement) => void;
  /** Runs a command that the device itself initiates, unless a long command is running. */
  runByItself: (command: 'install' | 'reboot') => void;
  isLongCommandRunning: () => boolean;
};

/** Runs received commands and responds in phases; expired, repeated, unknown and invalid ones are not run. */
export function createCommandRunner(deps: {
  context: DeviceContext;
  counters: Counters;
  respond: (message: ResponseMessage) => void;
}): CommandRunner {
  const { context, counters, respond } = deps;
  const { clock, random } = context;
  const { flaky } = context.profile.behaviour;
  const answers = createResponseCache(context.flash);
  let longCommand: Command | null = null;

  function receive(payload: unknown): void {
    const parsed = receivedCommandSchema.safeParse(payload);
    if (!parsed.success) return void counters.invalidPayloads++;
    const { correlation_id, expires_at } = parsed.data;
    const stored = answers.find(correlation_id);
    if (stored) return respond(stored);
    if (Date.parse(expires_at) <= clock.now()) return void counters.commandsExpired++;
    void execute(parsed.data);
  }

  function send(correlation_id: string, fields: ResponseFields): void {
    const unknown = { success: null, result: null, error: null, error_type: null, execution_time_ms: null };
    const response: ResponseMessage = { correlation_id, at: isoTime(clock.now()), ...unknown, ...fields };
    answers.store(response);
    respond(response);
  }

  async function execute(received: Received): Promise<void> {
    const { correlation_id: correlationId, traceparent } = received;
    const expiresAt = Date.parse(received.expires_at);
    const sendPhase: Respond = (fields) =>
      send(correlationId, traceparent === undefined ? fields : { ...fields, traceparent });
    const startedAt = clock.monotonic();
    const finish = (fields: Omit<ResponseFields, 'phase'>): void => {
      if (fields.success) counters.commandsOk++;
      else counters.commandsFailed++;
      sendPhase({ phase: 'done', execution_time_ms: Math.round(clock.monotonic() - startedAt), ...fields });
    };
    try {
      const command = findCommand(received.command);
      const params = validateParams(command, received.params);
      refuseOnHost(command);
      refuseWhileBusy(command);
      sendPhase({ phase: 'accepted' });
      const result = await runExclusively(command, () => run(command, params, { sendPhase, correlationId, expiresAt }));
      finish({ success: true, result });
    } catch (error) {
      finish({ success: false, ...errorFieldsOf(error) });
    }
  }

  function refuseOnHost(command: Command): void {
    const reason = context.host?.refusal(command) ?? null;
    if (reason !== null) throw new CommandError('not_supported', reason);
  }

  function refuseWhileBusy(command: Command): void {
    if (isLong(command) && longCommand) throw new CommandError('busy', `the device is busy: ${longCommand} is running`);
  }

  /** While a long command runs, other long commands are refused. */
  async function runExclusively<T>(command: Command, task: () => Promise<T>): Promise<T> {
    if (!isLong(command)) return task();
    longCommand = command;
    return task().finally(() => (longCommand = null));
  }

  async function run<C extends Command>(command: C, params: CommandParams<C>, origin: Origin) {
    const { sendPhase, correlationId, expiresAt } = origin;
    if (flaky && random.chance(FLAKY_DELAY_SHARE))
      await sleep(clock, random.between(0, FLAKY_DELAY_MAX_MS) / context.speed);
    const wait = (seconds: number): Promise<void> =>
      sleep(clock, (seconds * 1_000 * random.between(0.8, 1.2)) / context.speed);
    const commandContext: CommandContext<C> = {
      ...context,
      params,
      expiresAt,
      ...(correlationId !== undefined && { correlationId }),
      wait,
      reportStep(progress, step, seconds) {
        sendPhase({ phase: 'running', result: { progress, step } });
        return wait(seconds);
      },
      fails: () => flaky && random.chance(FLAKY_FAILURE_SHARE),
    };
    return runCommand(command, commandContext);
  }

  return {
    receive,
    settle: (correlationId, outcome) => send(correlationId, { phase: 'done', ...outcome }),
    runByItself(command) {
      if (longCommand || (context.host?.refusal(command) ?? null) !== null) return;
      runExclusively(command, () => run(command, {}, { sendPhase: () => {}, expiresAt: Infinity })).then(
        () => counters.commandsOk++,
        () => counters.commandsFailed++,
      );
    },
    isLongCommandRunning: () => longCommand !== null,
  };
}

/** An unexpected error of a command is reported in the response and must not stop the device. */
function errorFieldsOf(error: unknown): Pick<ResponseMessage, 'error' | 'error_type'> {
  if (error instanceof CommandError) return { error: error.message, error_type: error.errorType };
  return { error: `the device failed: ${(error as Error).message}`, error_type: 'internal_error' };
}
