import type { CommandHandler } from './command-handler.ts';
import { fetchPackage, startVersion } from './software-update.ts';

/** Installs the same version again and restarts the device. */
export const reinstall: CommandHandler<'reinstall'> = async (context) => {
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
