import { isoTime } from '../clock.ts';
import { CommandFailure, type Work } from './handler.ts';

const PACKAGE_BYTES = 84_000_000;
const DISK_FULL_PERCENT = 97;

type SoftwareWork = Work<'install'> | Work<'reinstall'>;

/** Fetches a version and checks it. Nothing has changed yet when it fails. */
export async function fetchPackage(work: SoftwareWork, version: string): Promise<void> {
  const { member, sensors, random } = work;
  await work.step(2, `looking for version ${version}`, 1);
  if (member.character.diskUsedPercent > DISK_FULL_PERCENT)
    throw new CommandFailure('install_failed', 'the disk is full');
  for (const progress of [10, 25, 40, 55]) await work.step(progress, `downloading ${version}`, random.between(1, 2.5));
  sensors.unpacked(PACKAGE_BYTES);
  await work.step(62, 'checking the download', 1);
  if (!work.fails()) return;
  sensors.unpacked(0);
  throw new CommandFailure('install_failed', 'download failed: checksum mismatch');
}

/** Starts the player service again with the version that is now in place. */
export async function startVersion(work: SoftwareWork, version: string): Promise<void> {
  const { configuration, players, sensors, clock } = work;
  players.halt();
  players.reportAll();
  await work.step(90, 'starting the player service', 1.5);
  sensors.unpacked(0);
  configuration.installed(version, isoTime(clock.now()));
  players.start();
}
