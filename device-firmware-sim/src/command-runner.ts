import { z } from 'zod';
import { COMMANDS, commandTable, type Command, type CommandParams } from '@belfry/schemas/mqtt/commands';
import { commandMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { createAnswers } from './answers.ts';
import { isoTime, sleep } from './clock.ts';
import { CommandFailure, type Work } from './commands/handler.ts';
import { carryOut, isLong } from './commands/index.ts';
import type { Counters } from './counters.ts';
import type { DeviceParts } from './parts.ts';

/** A device newer or older than the server may not know a command: that deserves an answer, not silence. */
const receivedCommandSchema = commandMessageSchema.extend({ command: z.string().max(100) });

const FLAKY_FAILURE_SHARE = 0.3;
const FLAKY_DELAY_SHARE = 0.4;
const FLAKY_DELAY_MAX_MS = 3_000;

type Said = Partial<Omit<ResponseMessage, 'correlation_id' | 'at'>> & Pick<ResponseMessage, 'phase'>;
type Say = (said: Said) => void;

export type CommandRunner = {
  /** A message on one of the command topics. */
  receive: (payload: unknown) => void;
  /** Carries out what the device has decided by itself, if nothing long runs already. */
  runByItself: (command: 'install' | 'reboot') => void;
  working: () => boolean;
};

/** Takes commands, refuses what cannot be, carries out the rest and answers phase by phase (architecture, MQTT contract). */
export function createCommandRunner(deps: {
  parts: DeviceParts;
  counters: Counters;
  respond: (message: ResponseMessage) => void;
}): CommandRunner {
  const { parts, counters, respond } = deps;
  const { clock, random } = parts;
  const { flaky } = parts.member.character;
  const answers = createAnswers(parts.flash);
  let longCommand: Command | null = null;

  function receive(payload: unknown): void {
    const parsed = receivedCommandSchema.safeParse(payload);
    if (!parsed.success) return void counters.unreadable++;
    const { correlation_id, command, params, expires_at } = parsed.data;
    const earlier = answers.find(correlation_id);
    if (earlier) return respond(earlier);
    if (Date.parse(expires_at) <= clock.now()) return void counters.commandsExpired++;
    void answer(command, params, (said) => {
      const message = { success: null, result: null, error: null, error_type: null, execution_time_ms: null, ...said };
      const response: ResponseMessage = { correlation_id, at: isoTime(clock.now()), ...message };
      answers.remember(response);
      respond(response);
    });
  }

  async function answer(name: string, rawParams: unknown, say: Say): Promise<void> {
    const startedAt = clock.monotonic();
    const end = (said: Omit<Said, 'phase'>): void => {
      if (said.success) counters.commandsOk++;
      else counters.commandsFailed++;
      say({ phase: 'done', execution_time_ms: Math.round(clock.monotonic() - startedAt), ...said });
    };
    try {
      const command = knownCommand(name);
      const params = checkedParams(command, rawParams);
      refuseWhileBusy(command);
      say({ phase: 'accepted' });
      end({ success: true, result: await carryOutLong(command, () => run(command, params, say)) });
    } catch (error) {
      end({ success: false, ...reasonOf(error) });
    }
  }

  function refuseWhileBusy(command: Command): void {
    if (isLong(command) && longCommand)
      throw new CommandFailure('busy', `the device is busy: ${longCommand} is running`);
  }

  /** A long command keeps the others of its kind out until it has ended. */
  async function carryOutLong<T>(command: Command, task: () => Promise<T>): Promise<T> {
    if (!isLong(command)) return task();
    longCommand = command;
    return task().finally(() => (longCommand = null));
  }

  async function run<C extends Command>(command: C, params: CommandParams<C>, say: Say) {
    if (flaky && random.chance(FLAKY_DELAY_SHARE))
      await sleep(clock, random.between(0, FLAKY_DELAY_MAX_MS) / parts.speed);
    const take = (seconds: number): Promise<void> =>
      sleep(clock, (seconds * 1_000 * random.between(0.8, 1.2)) / parts.speed);
    const work: Work<C> = {
      ...parts,
      params,
      take,
      step(progress, step, seconds) {
        say({ phase: 'running', result: { progress, step } });
        return take(seconds);
      },
      fails: () => flaky && random.chance(FLAKY_FAILURE_SHARE),
    };
    return carryOut(command, work);
  }

  return {
    receive,
    runByItself(command) {
      if (longCommand) return;
      carryOutLong(command, () => run(command, {}, () => {})).then(
        () => counters.commandsOk++,
        () => counters.commandsFailed++,
      );
    },
    working: () => longCommand !== null,
  };
}

/** A command that broke must not take the device with it: that is an answer too. */
function reasonOf(error: unknown): Pick<ResponseMessage, 'error' | 'error_type'> {
  if (error instanceof CommandFailure) return { error: error.message, error_type: error.errorType };
  return { error: `the device failed: ${(error as Error).message}`, error_type: 'internal_error' };
}

function knownCommand(name: string): Command {
  const command = COMMANDS.find((known) => known === name);
  if (!command) throw new CommandFailure('unknown_command', `the device does not know the command ${name}`);
  return command;
}

function checkedParams<C extends Command>(command: C, params: unknown): CommandParams<C> {
  const checked = commandTable[command].params.safeParse(params);
  if (!checked.success) throw new CommandFailure('invalid_params', inOneLine(checked.error));
  return checked.data as CommandParams<C>;
}

const inOneLine = (error: z.ZodError): string =>
  error.issues
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ');
