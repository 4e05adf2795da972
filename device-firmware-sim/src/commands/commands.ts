import {
  isBroadcastCommand,
  type Command,
  type CommandParams,
  type CommandResult,
} from '@belfry/schemas/mqtt/commands';
import type { CommandContext, CommandedDevice, CommandHandler, ResponseFields } from '../device/types.ts';
import { sleep } from '../hardware/clock.ts';
import { checkServices, clearCache, clearLogs, contactSupport, systemDiagnostics, wifiScan } from './diagnostics.ts';
import { exportInfo, refreshInfo, systemInfo, systemStatus } from './information.ts';
import { mpdPlayer, play, setVolume, stop, testMusic, testRadio, testVoices } from './players.ts';
import { install, reboot, reinstall } from './software.ts';

const handlers: { [C in Command]: CommandHandler<C> } = {
  set_volume: setVolume,
  test_voices: testVoices,
  test_music: testMusic,
  test_radio: testRadio,
  play,
  stop,
  mpd_player: mpdPlayer,
  wifi_scan: wifiScan,
  install,
  reboot,
  reinstall,
  clear_cache: clearCache,
  clear_logs: clearLogs,
  refresh_info: refreshInfo,
  export_info: exportInfo,
  system_diagnostics: systemDiagnostics,
  contact_support: contactSupport,
  system_status: systemStatus,
  system_info: systemInfo,
  check_services: checkServices,
};

/** Whether it occupies the whole device, as the fleet-wide commands do: a second one is refused while one is running. */
export const isLong = isBroadcastCommand;

/** Runs a command with valid parameters. */
export const runCommand = <C extends Command>(command: C, context: CommandContext<C>): Promise<CommandResult<C>> =>
  handlers[command](context);

const FLAKY_FAILURE_SHARE = 0.3;
const FLAKY_DELAY_SHARE = 0.4;
const FLAKY_DELAY_MAX_MS = 3_000;

export type Respond = (fields: ResponseFields) => void;
/** Where a command comes from; one that the device itself initiates has no correlation id. */
export type Origin = { sendPhase: Respond; correlationId?: string; expiresAt: number };

/** Runs a command with valid parameters at the speed of the device; flaky devices delay some commands and fail at others. */
export async function executeCommand<C extends Command>(
  device: CommandedDevice,
  { command, params }: { command: C; params: CommandParams<C> },
  { sendPhase, correlationId, expiresAt }: Origin,
): Promise<CommandResult<C>> {
  const { clock, random, speed } = device;
  const { flaky } = device.profile.behaviour;
  if (flaky && random.chance(FLAKY_DELAY_SHARE)) await sleep(clock, random.between(0, FLAKY_DELAY_MAX_MS) / speed);
  const wait = (seconds: number): Promise<void> => sleep(clock, (seconds * 1_000 * random.between(0.8, 1.2)) / speed);
  const commandContext: CommandContext<C> = {
    ...device,
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
