import type { Handler } from './handler.ts';
import { fetchPackage, startVersion } from './software.ts';

/** Puts the same version in place from scratch and restarts the whole device. */
export const reinstall: Handler<'reinstall'> = async (work) => {
  const version = work.flash.memory.device_version;
  work.setStatus('maintenance');
  try {
    await fetchPackage(work, version);
    await work.step(70, 'removing the old files', 2.5);
    work.sensors.clearCache();
    await work.step(80, 'unpacking', 4);
    await startVersion(work, version);
    await work.step(95, 'restarting', 1);
    await work.restart(work.random.between(4_000, 9_000) / work.speed);
  } finally {
    work.setStatus('online');
  }
  return { version, previous_version: version };
};
