import type { Device } from '../device/device.ts';
import { eraseOwnerData, type Flash } from '../hardware/flash.ts';

/** Stores the key from an enrolment, and forgets what the former one was for. @param device null before it is started */
export function storeKey(flash: Flash, deviceKey: string, device: Pick<Device, 'erase'> | null): void {
  // A device gets a new key when its owner changes; see PLAY-8.
  if (device) device.erase();
  else eraseOwnerData(flash);
  flash.memory.device_key = deviceKey;
  // The server that issued the key owns the configuration and may count its versions from one again.
  flash.memory.config_version = 0;
  flash.changed();
}
