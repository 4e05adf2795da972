import { sleep, systemClock } from '../hardware/clock.ts';
import type { Device } from '../device/device.ts';

/** A device that has not disconnected by then is killed; its last will has the same effect. */
const SHUTDOWN_TIMEOUT_MS = 1_500;
const SHUTDOWN_BATCH = 500;

/** Stops the devices in batches, within two seconds. */
export async function shutDown(devices: readonly Device[]): Promise<void> {
  const deadline = systemClock.monotonic() + SHUTDOWN_TIMEOUT_MS;
  const timeLeft = (): number => deadline - systemClock.monotonic();
  for (let at = 0; at < devices.length && timeLeft() > 0; at += SHUTDOWN_BATCH) {
    const batch = devices.slice(at, at + SHUTDOWN_BATCH);
    await Promise.race([Promise.all(batch.map((device) => device.stop())), sleep(systemClock, timeLeft())]);
  }
  for (const device of devices) device.kill();
}
