import { FIRMWARE_TRIAL_MS, isVersionBelow } from '@belfry/schemas/domain/firmware';
import type { CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import { ArchiveError } from '../archive/archive-content.ts';
import { CommandError, type Device, type InstallContext, type Settlement } from '../device/types.ts';
import { isoTime } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { KnownContent } from './content-store.ts';
import { DownloadError } from './download.ts';
import type { ArchiveReference } from './firmware.ts';

export function archiveOf({ filename, sha256, signature, url }: CommandParams<'install'>): ArchiveReference | null {
  if (filename === undefined || sha256 === undefined || signature === undefined) return null;
  return { filename, sha256, signature, url };
}

/**
 * Installs an archive in the inactive slot and restarts with it. If the new version does not reach the broker in time, the
 * device returns to the previous one and the command fails with `rolled_back`; see FW-11.
 */
export async function installArchive(
  context: InstallContext,
  archive: ArchiveReference,
): Promise<CommandResult<'install'>> {
  const { configuration, clock, firmware, flash, correlationId, random, speed } = context;
  const previous_version = flash.memory.device_version;
  const downMs = random.between(2_000, 5_000) / speed;
  context.setStatus('maintenance');
  /** @param version null until the archive is verified */
  const recordInstallation = (version: string | null): void => {
    if (correlationId === undefined) return;
    flash.memory.installation = { correlation_id: correlationId, version, previous_version };
  };
  try {
    recordInstallation(null);
    firmware.slots.erase();
    const content = await fetchVerified(context, archive);
    const { firmwareVersion: version, sha256, size, starts } = content;
    firmware.slots.write({ version, sha256, size, starts });
    await context.reportStep(80, `restarting with ${version}`, 0.5);
    // Stored with the switch.
    recordInstallation(version);
    firmware.slots.switch();
    const reached = await context.tryRestart(downMs, { starts, withinMs: FIRMWARE_TRIAL_MS });
    if (!reached) {
      firmware.slots.rollBack();
      await context.restart(downMs);
      throw new CommandError('rolled_back', notReached(version, previous_version));
    }
    firmware.slots.confirm();
    configuration.installed(version, isoTime(clock.now()));
    return { version, previous_version };
  } finally {
    context.setStatus('online');
  }
}

/** An old version has errors that are known. Throws CommandError unless an administrator allows it; see FW-18. */
export function refuseDowngrade({ flash, params }: InstallContext, version: string): void {
  const running = flash.memory.device_version;
  if (params.allow_downgrade === true || !isVersionBelow(version, running)) return;
  throw new CommandError('version_below', `version ${version} is below version ${running}, which is running`);
}

const notReached = (version: string, previous: string): string =>
  `version ${version} did not reach the broker within ${FIRMWARE_TRIAL_MS / 1_000} s, version ${previous} runs again`;

async function fetchVerified(context: InstallContext, archive: ArchiveReference): Promise<KnownContent> {
  const { firmware, params } = context;
  try {
    await context.reportStep(10, `downloading ${archive.filename}`, 0.5);
    const content = await firmware.fetch(archive);
    await context.reportStep(60, `verifying ${archive.filename}`, 0.5);
    firmware.checkSignature(content, archive.signature, await firmware.pinnedKey());
    if (params.version !== undefined && params.version !== content.firmwareVersion)
      throw new CommandError('archive_invalid', `the archive has version ${content.firmwareVersion}`);
    refuseDowngrade(context, content.firmwareVersion);
    return content;
  } catch (error) {
    if (error instanceof DownloadError || error instanceof ArchiveError)
      throw new CommandError(error.code, error.message);
    throw error;
  }
}

const RESTART_MS = 3_000;

type RecoveringDevice = Pick<Device, 'flash' | 'clock' | 'firmware' | 'configuration' | 'restart' | 'responses'>;

type Failure = Pick<Settlement, 'error' | 'error_type'>;
type Installation = NonNullable<Flash['memory']['installation']>;

const rolledBack = (error: string): Failure => ({ error, error_type: 'rolled_back' });
const POWER_LOST = 'power was lost before the new version reached the broker, the previous version runs again';
const INTERRUPTED: Failure = {
  error: 'power was lost during the installation, the previous version still runs',
  error_type: 'interrupted',
};

/**
 * What a device does after a loss of power during an installation: it runs the version of the active slot, or the previous
 * one if that was started before, and answers the command once it is connected; see FW-11.
 */
export function recoverInstallation(device: RecoveringDevice) {
  const { flash, clock, configuration, restart, responses } = device;
  const { slots } = device.firmware;
  const interrupted = flash.memory.installation;
  if (slots.isOnTrial()) slots.boot();
  let failure = slots.isOnTrial() || !interrupted ? null : failureAtStart(flash.memory.device_version, interrupted);

  async function endTrial(): Promise<void> {
    const version = flash.memory.device_version;
    slots.rollBack();
    failure = rolledBack(notReached(version, flash.memory.device_version));
    await restart(RESTART_MS);
  }
  const cancelTrial = slots.isOnTrial() ? clock.after(FIRMWARE_TRIAL_MS, () => void endTrial()) : () => {};

  let isSettled = !interrupted && !slots.isOnTrial();
  return {
    /** Called after each connection. Only the first one ends the installation. */
    connected(): void {
      if (isSettled) return;
      isSettled = true;
      cancelTrial();
      const { device_version: version } = flash.memory;
      if (slots.isOnTrial()) {
        slots.confirm();
        configuration.installed(version, isoTime(clock.now()));
      }
      if (!interrupted) return;
      const { correlation_id, previous_version } = interrupted;
      if (failure) responses.settle(correlation_id, { success: false, ...failure });
      else responses.settle(correlation_id, { success: true, result: { version, previous_version } });
    },
  };
}

/** Null if the installation had ended and only its answer is missing. */
function failureAtStart(running: string, { version }: Installation): Failure | null {
  if (version === null) return INTERRUPTED;
  return running === version ? null : rolledBack(POWER_LOST);
}
