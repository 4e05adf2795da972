import { isoTime } from '../../hardware/clock.ts';
import { CommandError, type InstallContext } from '../command-handler.ts';

const PACKAGE_BYTES = 84_000_000;
const DISK_FULL_PERCENT = 97;

/** Downloads and verifies a version. If it fails, the installed version is unchanged. */
export async function fetchPackage(context: InstallContext, version: string): Promise<void> {
  const { profile, sensors, random } = context;
  await context.reportStep(2, `looking for version ${version}`, 1);
  if (profile.behaviour.diskUsedPercent > DISK_FULL_PERCENT)
    throw new CommandError('install_failed', 'the disk is full');
  for (const progress of [10, 25, 40, 55])
    await context.reportStep(progress, `downloading ${version}`, random.between(1, 2.5));
  sensors.unpacked(PACKAGE_BYTES);
  await context.reportStep(62, 'checking the download', 1);
  if (!context.fails()) return;
  sensors.unpacked(0);
  throw new CommandError('install_failed', 'download failed: checksum mismatch');
}

/** Restarts the player service with the installed version. */
export async function startVersion(context: InstallContext, version: string): Promise<void> {
  const { configuration, players, sensors, clock } = context;
  players.halt();
  players.reportAll();
  await context.reportStep(90, 'starting the player service', 1.5);
  sensors.unpacked(0);
  configuration.installed(version, isoTime(clock.now()));
  players.start();
}
