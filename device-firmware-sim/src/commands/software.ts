import { isVersionBelow } from '@belfry/schemas/domain/firmware';
import { CommandError, type CommandHandler, type InstallContext } from '../device/types.ts';
import { archiveOf, installArchive, refuseDowngrade } from '../firmware/install-archive.ts';
import { LATEST_VERSION } from '../fleet/device-profiles.ts';
import { isoTime } from '../hardware/clock.ts';
import { rebootHost } from '../host/reboot.ts';

/** Installs an archive where one is given; otherwise the given version, or the latest, and restarts the player service. */
export const install: CommandHandler<'install'> = async (context) => {
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
export const reinstall: CommandHandler<'reinstall'> = async (context) => {
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

/** Restarts the player service with the installed version. */
async function startVersion(context: InstallContext, version: string): Promise<void> {
  const { configuration, players, sensors, clock } = context;
  players.halt();
  players.reportAll();
  await context.reportStep(90, 'starting the player service', 1.5);
  sensors.unpacked(0);
  configuration.installed(version, isoTime(clock.now()));
  players.start();
}

/** Disconnects, restarts and reconnects with a new uptime. */
export const reboot: CommandHandler<'reboot'> = async (context) => {
  if (context.host) return rebootHost(context, context.host);
  await context.reportStep(10, 'stopping services', 0.6);
  context.setStatus('maintenance');
  await context.reportStep(40, 'restarting', 0.4);
  const delayFactor = context.fails() ? 4 : 1;
  await context.restart((context.random.between(2_000, 5_000) * delayFactor) / context.speed);
  return { uptime_seconds: context.sensors.uptimeSeconds() };
};
