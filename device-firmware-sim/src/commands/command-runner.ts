import { z } from 'zod';
import { commandMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { Counters } from '../device/counters.ts';
import type { DeviceContext } from '../device/device-context.ts';
import { checkHost, findCommand, validateParams } from './command-checks.ts';
import { CommandError } from './command-handler.ts';
import { executeCommand, type Respond, type ResponseFields } from './execute-command.ts';
import { createLongCommandLock } from './long-command.ts';
import { createResponder } from './responder.ts';

/** The command name is not validated, because a device of another version must answer commands that it does not know. */
const receivedCommandSchema = commandMessageSchema.extend({ command: z.string().max(100) });

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
  const { clock } = context;
  const responder = createResponder(context, respond);
  const lock = createLongCommandLock();

  function receive(payload: unknown): void {
    const parsed = receivedCommandSchema.safeParse(payload);
    if (!parsed.success) return void counters.invalidPayloads++;
    const { correlation_id, expires_at } = parsed.data;
    if (responder.repeat(correlation_id)) return;
    if (Date.parse(expires_at) <= clock.now()) return void counters.commandsExpired++;
    void execute(parsed.data);
  }

  async function execute(received: Received): Promise<void> {
    const { correlation_id: correlationId, traceparent } = received;
    const expiresAt = Date.parse(received.expires_at);
    const sendPhase: Respond = (fields) =>
      responder.send(correlationId, traceparent === undefined ? fields : { ...fields, traceparent });
    const startedAt = clock.monotonic();
    const finish = (fields: Omit<ResponseFields, 'phase'>): void => {
      if (fields.success) counters.commandsOk++;
      else counters.commandsFailed++;
      sendPhase({ phase: 'done', execution_time_ms: Math.round(clock.monotonic() - startedAt), ...fields });
    };
    try {
      const command = findCommand(received.command);
      const params = validateParams(command, received.params);
      checkHost(context.host, command);
      lock.check(command);
      sendPhase({ phase: 'accepted' });
      const result = await lock.run(command, () =>
        executeCommand(context, { command, params }, { sendPhase, correlationId, expiresAt }),
      );
      finish({ success: true, result });
    } catch (error) {
      finish({ success: false, ...errorFieldsOf(error) });
    }
  }

  return {
    receive,
    settle: (correlationId, outcome) => responder.send(correlationId, { phase: 'done', ...outcome }),
    runByItself(command) {
      if (lock.isHeld() || (context.host?.refusal(command) ?? null) !== null) return;
      const origin = { sendPhase: () => {}, expiresAt: Infinity };
      lock
        .run(command, () => executeCommand(context, { command, params: {} }, origin))
        .then(
          () => counters.commandsOk++,
          () => counters.commandsFailed++,
        );
    },
    isLongCommandRunning: lock.isHeld,
  };
}

/** An unexpected error of a command is reported in the response and must not stop the device. */
function errorFieldsOf(error: unknown): Pick<ResponseMessage, 'error' | 'error_type'> {
  if (error instanceof CommandError) return { error: error.message, error_type: error.errorType };
  return { error: `the device failed: ${(error as Error).message}`, error_type: 'internal_error' };
}
