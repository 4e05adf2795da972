import { FIRMWARE_TRIAL_MS } from '@belfry/schemas/domain/firmware';
import type { Settlement } from '../commands/command-runner.ts';
import type { Configuration } from '../device/settings/configuration.ts';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import { notReached } from './install-archive.ts';
import type { Firmware } from './firmware.ts';

/** How long the device is down when it returns to the previous version. */
const RESTART_MS = 3_000;

type RecoveryDeps = {
  flash: Flash;
  clock: Clock;
  firmware: Pick<Firmware, 'slots'>;
  configuration: Pick<Configuration, 'installed'>;
  restart: (downMs: number) => Promise<void>;
  /** Answers the command of the installation. */
  settle: (correlationId: string, outcome: Settlement) => void;
};

/** Why an installation failed that was interrupted: the type and the text of its answer. */
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
export function recoverInstallation(deps: RecoveryDeps) {
  const { flash, clock, configuration, restart, settle } = deps;
  const { slots } = deps.firmware;
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
      if (failure) settle(correlation_id, { success: false, ...failure });
      else settle(correlation_id, { success: true, result: { version, previous_version } });
    },
  };
}

/** Null if the installation had ended and only its answer is missing. */
function failureAtStart(running: string, { version }: Installation): Failure | null {
  if (version === null) return INTERRUPTED;
  return running === version ? null : rolledBack(POWER_LOST);
}
