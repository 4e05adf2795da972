import {
  isBroadcastCommand,
  type Command,
  type CommandParams,
  type CommandResult,
} from '@belfry/schemas/mqtt/commands';
import {
  type CommandContext,
  type CommandedDevice,
  type CommandHandler,
  type ResponseFields,
  CommandError,
  type InstallContext,
} from '../device/types.ts';
import { sleep, isoTime } from '../hardware/clock.ts';
import { checkServices, clearCache, clearLogs, contactSupport, systemDiagnostics, wifiScan } from './diagnostics.ts';
import {
  mpdPlayer,
  output,
  pageClose,
  pageOpen,
  play,
  setVolume,
  stop,
  testMusic,
  testRadio,
  testVoices,
} from './players.ts';
import { soundTest } from './sound-test.ts';
import { LATEST_VERSION } from '../fleet/device-profiles.ts';
import { currentLoad } from '../hardware/sensors.ts';
import { isVersionBelow } from '@belfry/schemas/domain/firmware';
import { archiveOf, installArchive, refuseDowngrade } from '../firmware/install-archive.ts';
import { rebootHost } from '../host/reboot.ts';

/** Installs an archive where one is given; otherwise the given version, or the latest, and restarts the player service. */
const install: CommandHandler<'install'> = async (context) => {
  const archive = archiveOf(context.params);
  if (archive) return installArchive(context, archive);
  const previous_version = context.flash.memory.device_version;
  const latest = isVersionBelow(LATEST_VERSION, previous_version) ? previous_version : LATEST_VERSION;
  const version = context.params.version ?? latest;
  refuseDowngrade(context, version);
  context.setStatus('maintenance');
  try {
    await fetchPackage(context, version);
    await context.reportStep(75, 'stopping the player service', 1);
    await startVersion(context, version);
  } finally {
    context.setStatus('online');
  }
  return { version, previous_version };
};
/** Installs an archive where one is given; otherwise the same version again. Restarts the device. */
const reinstall: CommandHandler<'reinstall'> = async (context) => {
  const archive = archiveOf(context.params);
  if (archive) return installArchive(context, archive);
  const version = context.flash.memory.device_version;
  context.setStatus('maintenance');
  try {
    await fetchPackage(context, version);
    await context.reportStep(70, 'removing the old files', 2.5);
    context.sensors.clearCache();
    await context.reportStep(80, 'unpacking', 4);
    await startVersion(context, version);
    await context.reportStep(95, 'restarting', 1);
    await context.restart(context.random.between(4_000, 9_000) / context.speed);
  } finally {
    context.setStatus('online');
  }
  return { version, previous_version: version };
};
const PACKAGE_BYTES = 84_000_000;
const NO_ROOM_PERCENT = 97;
/** Downloads and verifies a version. If it fails, the installed version is unchanged. */
async function fetchPackage(context: InstallContext, version: string): Promise<void> {
  const { profile, sensors, random } = context;
  await context.reportStep(2, `looking for version ${version}`, 1);
  if (profile.behaviour.diskUsedPercent > NO_ROOM_PERCENT) throw new CommandError('install_failed', 'the disk is full');
  for (const progress of [10, 25, 40, 55])
    await context.reportStep(progress, `downloading ${version}`, random.between(1, 2.5));
  sensors.unpacked(PACKAGE_BYTES);
  await context.reportStep(62, 'checking the download', 1);
  if (!context.fails()) return;
  sensors.unpacked(0);
  throw new CommandError('install_failed', 'download failed: checksum mismatch');
}
async function startVersion(context: InstallContext, version: string): Promise<void> {
  const { configuration, players, sensors, clock } = context;
  players.halt();
  players.reportAll();
  await context.reportStep(90, 'starting the player service', 1.5);
  sensors.unpacked(0);
  configuration.installed(version, isoTime(clock.now()));
  players.start();
}
const reboot: CommandHandler<'reboot'> = async (context) => {
  if (context.host) return rebootHost(context, context.host);
  await context.reportStep(10, 'stopping services', 0.6);
  context.setStatus('maintenance');
  await context.reportStep(40, 'restarting', 0.4);
  const delayFactor = context.fails() ? 4 : 1;
  await context.restart((context.random.between(2_000, 5_000) * delayFactor) / context.speed);
  return { uptime_seconds: context.sensors.uptimeSeconds() };
};

const SIMULATED = { latest_version: LATEST_VERSION, os: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.6.51+rpt-rpi-v8' };
function deviceInfo({ profile, flash, host, sensors, configuration }: CommandedDevice): CommandResult<'system_info'> {
  const { hostname, ip, mac, model } = profile;
  return {
    hostname,
    ip,
    mac,
    model,
    device_version: flash.memory.device_version,
    ...(host ? { os: host.identity.os, kernel: host.identity.kernel } : SIMULATED),
    uptime_seconds: sensors.uptimeSeconds(),
    wifi_login: configuration.settings().wifi_login,
  };
}
const systemInfo: CommandHandler<'system_info'> = async (context) => {
  await context.wait(0.1);
  return deviceInfo(context);
};
/** Also publishes the configuration and the player states again. */
const refreshInfo: CommandHandler<'refresh_info'> = async (context) => {
  await context.wait(0.6);
  context.configuration.report();
  context.players.reportAll();
  return deviceInfo(context);
};
/** A file for administrators, without the WiFi password. */
const exportInfo: CommandHandler<'export_info'> = async (context) => {
  await context.wait(0.8);
  const exported_at = isoTime(context.clock.now());
  const { wifi_pass: _secret, ...settings } = context.configuration.settings();
  const content = JSON.stringify(
    { serial: context.profile.serial, exported_at, device: deviceInfo(context), settings },
    null,
    2,
  );
  return { filename: `${context.profile.hostname}-${exported_at.slice(0, 10)}.json`, content };
};
const CORES = 4;
const systemStatus: CommandHandler<'system_status'> = async (context) => {
  await context.wait(0.1);
  const { collected_at: _now, ...readings } = context.sensors.read(currentLoad(context));
  if (context.host) return { ...readings, load_average: context.host.loadAverage() };
  const load = (readings.cpu_usage_percent / 100) * CORES;
  return { ...readings, load_average: [load, load * 0.9, load * 0.8].map((value) => Math.round(value * 100) / 100) };
};

const handlers: { [C in Command]: CommandHandler<C> } = {
  set_volume: setVolume,
  test_voices: testVoices,
  test_music: testMusic,
  test_radio: testRadio,
  play,
  stop,
  page_open: pageOpen,
  page_close: pageClose,
  output,
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
  sound_test: soundTest,
  contact_support: contactSupport,
  system_status: systemStatus,
  system_info: systemInfo,
  check_services: checkServices,
};

/** Whether it occupies the whole device, as the fleet-wide commands do: a second one is refused while one is running. */
export const isLong = isBroadcastCommand;

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
