import type { CommandHandler } from '../command-handler.ts';
import { archiveOf, installArchive } from '../../firmware/install-archive.ts';
import { fetchPackage, startVersion } from './software-update.ts';

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
