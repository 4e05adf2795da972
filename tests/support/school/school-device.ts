import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { factoryMemory, volatileFlash } from '@belfry/device-firmware-sim/hardware/flash';
import type { Clock } from '@belfry/device-firmware-sim/hardware/clock';
import type { TestDevice } from '../factories.ts';
import type { Stack } from '../stack.ts';
import { createTcpProxy } from '../postgres/tcp-proxy.ts';

const NEVER_MS = 1e12;

/** A simulated device whose power and network a test switches. Its flash survives both. */
export type SchoolDevice = {
  serial: string;
  /** Without power it is that of the last start. */
  device(): Device;
  switchOn(): void;
  losePower(): void;
  setNetwork(up: boolean): Promise<void>;
  stop(): Promise<void>;
};

export async function createSchoolDevice(
  stack: Pick<Stack, 'mqttUrl' | 'url'>,
  { serial, device_key }: TestDevice,
  clock: Clock,
): Promise<SchoolDevice> {
  const [mqtt, http] = [await createTcpProxy(), await createTcpProxy()];
  const [mqttUrl, apiUrl] = [mqtt.proxiedUrl(stack.mqttUrl), http.proxiedUrl(stack.url)];
  const profile = profileWithSerial(serial);
  const flash = volatileFlash(factoryMemory(profile, clock.now()));
  const start = (): Device =>
    startDevice({
      serial,
      deviceKey: device_key,
      mqttUrl,
      apiUrl,
      profile,
      flash,
      clock,
      intervalMs: NEVER_MS,
      positionMs: NEVER_MS,
    });
  let device = start();
  let isOn = true;

  function losePower(): void {
    if (isOn) device.kill();
    isOn = false;
  }

  return {
    serial,
    device: () => device,
    switchOn() {
      if (!isOn) device = start();
      isOn = true;
    },
    losePower,
    async setNetwork(up) {
      for (const proxy of [mqtt, http]) await (up ? proxy.restore() : proxy.interrupt());
    },
    async stop() {
      losePower();
      await Promise.all([mqtt.stop(), http.stop()]);
    },
  };
}
