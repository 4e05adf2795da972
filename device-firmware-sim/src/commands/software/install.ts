import { isVersionBelow } from '@belfry/schemas/domain/firmware';
import { LATEST_VERSION } from '../../fleet/device-profiles.ts';
import { archiveOf, installArchive, refuseDowngrade } from '../../firmware/install-archive.ts';
import type { CommandHandler } from '../command-handler.ts';
import { fetchPackage, startVersion } from './software-update.ts';

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
