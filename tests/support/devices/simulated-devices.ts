import { parseConfig } from '@belfry/broker/config';
import { startBroker } from '@belfry/broker/server';
import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import { createContentStore } from '@belfry/device-firmware-sim/firmware/content-store';
import { probePort } from '@belfry/infra/local/ports';
import { formatSerial } from '@belfry/schemas/domain/serial';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { observe } from './observer.ts';
import { until } from '../until.ts';

const SECRET = 'a-secret-that-only-tests-know';
export const DEVICE_KEY = 'the-key-of-every-device-here';

/** Starts a broker that accepts devices with the right key, once somebody observes them. */
const startBrokerOn = (port: number, observed: Promise<void>) =>
  startBroker(
    parseConfig({
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: String(port),
      MQTT_WS_PORT: '0',
      BROKER_HTTP_PORT: '0',
      SERVICE_SECRET: SECRET,
      LOG_LEVEL: 'silent',
    }),
    {
      async authenticate({ username, password }) {
        await observed;
        if (password !== DEVICE_KEY) return { result: 'deny' };
        const client_attrs = { kind: 'device' as const, id: username };
        const acl = aclFor({ kind: 'device', serial: username });
        return { result: 'allow', is_superuser: false, client_attrs, acl };
      },
    },
  );

let created = 0;

/** A broker, an observer of all messages, and simulated devices that connect to it. */
export async function startSimulatedDevices() {
  const port = await probePort(0, '127.0.0.1');
  const mqttUrl = `mqtt://127.0.0.1:${port}`;
  const devices: Device[] = [];
  const contents = createContentStore();
  let { broker, observer } = await startObserved();

  /** What a device publishes before somebody has subscribed is lost. */
  async function startObserved() {
    const observed = Promise.withResolvers<void>();
    const started = await startBrokerOn(port, observed.promise);
    const observing = await observe(mqttUrl, SECRET);
    observed.resolve();
    return { broker: started, observer: observing };
  }

  function start(options: Partial<DeviceOptions> = {}): Device {
    const serial = formatSerial(String(++created).padStart(16, '0'));
    const defaults = { serial, deviceKey: DEVICE_KEY, mqttUrl, contents, speed: 20, intervalMs: 60_000 };
    const device = startDevice({ ...defaults, ...options });
    devices.push(device);
    return device;
  }

  return {
    /** Changes when the broker is started again. */
    get observer() {
      return observer;
    },
    observe: () => observe(mqttUrl, SECRET),
    start,
    async startOnline(options: Partial<DeviceOptions> = {}): Promise<Device> {
      const device = start(options);
      await until('online', () => observer.last('status', device.serial)?.status === 'online');
      return device;
    },
    statuses: ({ serial }: Device) => observer.all('status', serial).map(({ status }) => status),
    seqs: ({ serial }: Device) => observer.all('metrics', serial).map(({ seq }) => seq),
    async stopBroker() {
      await observer.disconnect();
      await broker.stop();
    },
    async startBroker() {
      ({ broker, observer } = await startObserved());
    },
    async stop() {
      for (const device of devices) device.kill();
      await observer.disconnect();
      await broker.stop();
    },
  };
}

export type SimulatedDevices = Awaited<ReturnType<typeof startSimulatedDevices>>;
