import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { DeviceContext } from '../device/device-context.ts';
import { sleep } from '../hardware/clock.ts';
import type { CommandContext } from './command-handler.ts';
import { runCommand } from './index.ts';

const FLAKY_FAILURE_SHARE = 0.3;
const FLAKY_DELAY_SHARE = 0.4;
const FLAKY_DELAY_MAX_MS = 3_000;

export type ResponseFields = Partial<Omit<ResponseMessage, 'correlation_id' | 'at'>> & Pick<ResponseMessage, 'phase'>;
export type Respond = (fields: ResponseFields) => void;
/** Where a command comes from; one that the device itself initiates has no correlation id. */
type Origin = { sendPhase: Respond; correlationId?: string; expiresAt: number };

/** Runs a command with valid parameters at the speed of the device; flaky devices delay some commands and fail at others. */
export async function executeCommand<C extends Command>(
  context: DeviceContext,
  { command, params }: { command: C; params: CommandParams<C> },
  { sendPhase, correlationId, expiresAt }: Origin,
): Promise<CommandResult<C>> {
  const { clock, random, speed } = context;
  const { flaky } = context.profile.behaviour;
  if (flaky && random.chance(FLAKY_DELAY_SHARE)) await sleep(clock, random.between(0, FLAKY_DELAY_MAX_MS) / speed);
  const wait = (seconds: number): Promise<void> => sleep(clock, (seconds * 1_000 * random.between(0.8, 1.2)) / speed);
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
