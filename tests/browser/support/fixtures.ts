import { createContentStore } from '@belfry/device-firmware-sim/firmware/content-store';
import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import type { Role } from '@belfry/schemas/domain/roles';
import type { NewDevice } from '@belfry/api/features/devices/devices.repository';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import type { Product } from './product/product.ts';
import { waitForStoredOnline } from './product/stored.ts';

/** How many times faster than real hardware simulated devices execute commands. */
const SPEED = 20;
let created = 0;

export type FixtureUser = TestUser & { role: Role };

/** Creates the users and devices of one test in the product that it shares with other tests, and stops the devices after it. */
export type Fixtures = {
  /** The email address of every device of this test: a search for it finds these devices only. */
  sharedEmail: string;
  admin(): Promise<FixtureUser>;
  user(): Promise<FixtureUser>;
  root(): Promise<FixtureUser>;
  device(overrides?: Partial<NewDevice>): Promise<TestDevice>;
  /** Connects a device that publishes only what the test makes it publish, and waits until it is stored that it is online. */
  connect(device: TestDevice): Promise<MqttDevice>;
  /** Starts a simulated device and waits until it is stored that it is online. */
  simulate(device: TestDevice, options?: Partial<DeviceOptions>): Promise<Device>;
  stop(): Promise<void>;
};

export function createFixtures(product: Product): Fixtures {
  const sharedEmail = `test-${++created}-${process.pid}@belfry.test`;
  const cleanups: (() => unknown)[] = [];
  return {
    sharedEmail,
    admin: async () => ({ ...(await createAdmin(product)), role: 'admin' }),
    user: async () => ({ ...(await createUser(product)), role: 'user' }),
    root: async () => ({ ...(await createUser(product, { role: 'root' })), role: 'root' }),
    device: (overrides) => createDevice(product, { email: sharedEmail, ...overrides }),
    async connect(device) {
      const client = await connectDevice(product.mqttUrl, device);
      cleanups.push(() => client.client.end(true));
      await client.status();
      await waitForStoredOnline(product, device.serial);
      return client;
    },
    async simulate({ serial, device_key }, options) {
      const { promise: online, resolve } = Promise.withResolvers<void>();
      const device = startDevice({
        serial,
        deviceKey: device_key,
        mqttUrl: product.mqttUrl,
        contents: createContentStore(),
        speed: SPEED,
        intervalMs: 1_000,
        connected: resolve,
        ...options,
      });
      cleanups.push(() => device.stop());
      await online;
      await until('the simulated device is online', () => device.status() === 'online');
      await waitForStoredOnline(product, serial);
      return device;
    },
    async stop() {
      await Promise.all(cleanups.map((exit) => exit()));
    },
  };
}
