import type { DeviceProfile } from './device-profiles.ts';

/** Which keys the server has issued and accepted in this run; decides whose key may be reset. */
export function createKeyHistory() {
  const connected = new Set<DeviceProfile>();
  const enrolled = new Set<DeviceProfile>();
  /** Whether the server has accepted a key of an earlier run, so that it knows this fleet. */
  let oldKeysValid = false;
  return {
    enrolled: (profile: DeviceProfile): void => void enrolled.add(profile),
    connected(profile: DeviceProfile): void {
      if (!enrolled.has(profile)) oldKeysValid = true;
      connected.add(profile);
    },
    /** False for a device whose key the server has revoked, which only an administrator may admit again. */
    mayReset: (profile: DeviceProfile): boolean => !connected.has(profile) && !oldKeysValid,
  };
}
