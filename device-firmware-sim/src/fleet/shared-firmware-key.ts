import { fetchFirmwareKey } from '../firmware/firmware.ts';
import type { Flash } from '../hardware/flash.ts';

/** The public key of the signatures, which is the same for all devices of a fleet and fetched once. */
export function createSharedFirmwareKey(apiUrl: string) {
  let fetched: Promise<string> | undefined;
  return {
    /** Pins the key in the flash of a device. Where it cannot be fetched, the device does so when it installs an archive. */
    pin(flash: Flash, authorization: string): void {
      fetched ??= fetchFirmwareKey(apiUrl, authorization);
      fetched.then(
        (key) => {
          flash.memory.firmware_key = key;
          flash.changed();
        },
        () => (fetched = undefined),
      );
    },
  };
}
