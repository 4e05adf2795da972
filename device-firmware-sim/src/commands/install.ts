import { LATEST_VERSION } from '../versions.ts';
import type { Handler } from './handler.ts';
import { fetchPackage, startVersion } from './software.ts';

/** Brings another version, the latest unless one is named, and starts the player service with it. */
export const install: Handler<'install'> = async (work) => {
  const previous_version = work.flash.memory.device_version;
  const version = work.params.version ?? LATEST_VERSION;
  work.setStatus('maintenance');
  try {
    await fetchPackage(work, version);
    await work.step(75, 'stopping the player service', 1);
    await startVersion(work, version);
  } finally {
    work.setStatus('online');
  }
  return { version, previous_version };
};
