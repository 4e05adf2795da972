import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import type { Role } from '@belfry/schemas/domain/roles';
import type { NewDevice } from '@belfry/api/features/devices/devices.repository';
import { connectDevice, type WireDevice } from '../../support/device.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import type { Product } from './product.ts';

/** How much faster than real simulated devices carry out commands. */
const SPEED = 20;
let stories = 0;

export type Person = TestUser & { role: Role };

/** The people and devices of one story. What they are called finds them, and nobody else's, in the shared fleet. */
export type Cast = {
  /** The mail of every device of this story: search for it. */
  mark: string;
  admin(): Promise<Person>;
  user(): Promise<Person>;
  root(): Promise<Person>;
  device(overrides?: Partial<NewDevice>): Promise<TestDevice>;
  /** Connects a device that says only what the story has it say; it has said that it is online. */
  wire(device: TestDevice): Promise<WireDevice>;
  /** Connects a device of the simulator, whole and quick. */
  simulate(device: TestDevice, options?: Partial<DeviceOptions>): Promise<Device>;
  leave(): Promise<void>;
};

export function createCast(product: Product): Cast {
  const mark = `story-${++stories}-${process.pid}@belfry.test`;
  const exits: (() => unknown)[] = [];
  return {
    mark,
    admin: async () => ({ ...(await createAdmin(product)), role: 'admin' }),
    user: async () => ({ ...(await createUser(product)), role: 'user' }),
    root: async () => ({ ...(await createUser(product, { role: 'root' })), role: 'root' }),
    device: (overrides) => createDevice(product, { email: mark, ...overrides }),
    async wire(device) {
      const wire = await connectDevice(product.mqttUrl, device);
      exits.push(() => wire.client.end(true));
      await wire.status();
      return wire;
    },
    async simulate({ serial, device_key }, options) {
      const { promise: online, resolve } = Promise.withResolvers<void>();
      const device = startDevice({
        serial,
        deviceKey: device_key,
        mqttUrl: product.mqttUrl,
        speed: SPEED,
        intervalMs: 1_000,
        connected: resolve,
        ...options,
      });
      exits.push(() => device.stop());
      await online;
      await until('the simulated device is online', () => device.status() === 'online');
      return device;
    },
    async leave() {
      await Promise.all(exits.map((exit) => exit()));
    },
  };
}
