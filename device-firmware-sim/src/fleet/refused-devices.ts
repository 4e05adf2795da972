import type { Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import type { DeviceProfile } from './device-profiles.ts';

/** A refused enrolment is retried, because an administrator may correct its cause, but rarely. */
const REFUSED_RETRY_MS = 60_000;

type RefusedDevicesDeps = {
  clock: Clock;
  random: Random;
  /** Whether the device still has no valid key. */
  needsKey: (profile: DeviceProfile) => boolean;
  retry: (profile: DeviceProfile) => void;
};

/** The devices that the server has refused to enrol, each of which is tried again after a while. */
export function createRefusedDevices({ clock, random, needsKey, retry }: RefusedDevicesDeps) {
  /** Devices that wait before the next attempt. */
  const delayed = new Set<DeviceProfile>();
  const refused = new Set<DeviceProfile>();

  return {
    isDelayed: (profile: DeviceProfile): boolean => delayed.has(profile),
    /** @returns whether it was not refused before */
    add(profile: DeviceProfile): boolean {
      delayed.add(profile);
      clock.after(REFUSED_RETRY_MS * random.between(0.9, 1.1), () => {
        delayed.delete(profile);
        if (needsKey(profile)) retry(profile);
        else refused.delete(profile);
      });
      const isNew = !refused.has(profile);
      refused.add(profile);
      return isNew;
    },
    /** The server has enrolled it. */
    remove: (profile: DeviceProfile): void => void refused.delete(profile),
  };
}
