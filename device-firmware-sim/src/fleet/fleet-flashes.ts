import type { Clock } from '../hardware/clock.ts';
import { factoryMemory, volatileFlash, type Flash } from '../hardware/flash.ts';
import type { DeviceProfile } from './device-profiles.ts';
import { openStorage } from './storage.ts';

type FleetFlashesOptions = {
  /** The folder with what survives the process; without it all is lost. */
  stateDir: string | undefined;
  clock: Clock;
  log: (line: string) => void;
};

/** The flash of each device of a fleet. */
export function openFleetFlashes(profiles: readonly DeviceProfile[], { stateDir, clock, log }: FleetFlashesOptions) {
  const storage = stateDir === undefined ? null : openStorage(stateDir, clock, log);
  const flashes = new Map(profiles.map((profile) => [profile, open(profile)]));

  function open(profile: DeviceProfile): Flash {
    const factory = () => factoryMemory(profile, clock.now() + profile.behaviour.skewMs);
    return storage?.flashOf(profile.serial, factory) ?? volatileFlash(factory());
  }

  return {
    of: (profile: DeviceProfile): Flash | undefined => flashes.get(profile),
    keyOf: (profile: DeviceProfile): string | null => flashes.get(profile)?.memory.device_key ?? null,
    /** The records in all journals. */
    journalSize: (): number => [...flashes.values()].reduce((sum, { journal }) => sum + journal.size, 0),
    close: (): void => storage?.close(),
  };
}
