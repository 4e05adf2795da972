import { createCommands } from '@belfry/api/features/commands/commands.service';
import { newPace, runSoundTests } from '@belfry/api/features/sound-tests/nightly';
import { createLogger } from '@belfry/api/log';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { profileWithSerial, type Behaviour } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import mqtt from 'mqtt';
import { expect } from 'vitest';
import { statusOf } from '../commands.ts';
import { createDevice, type TestUser } from '../factories.ts';
import { SERVICE_SECRET } from '../service-secret.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Nights begin half a day from now, so that the api of the stack does not test by itself. */
const HOUR = (new Date().getUTCHours() + 12) % 24;
const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;
/** In the first night, when it is the turn of each place. */
export const NIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS + HOUR * HOUR_MS + 80 * MINUTE_MS;
/** The setting of a place whose devices are tested then. */
export const NIGHTLY = { enabled: true, from: clock(HOUR), to: clock(HOUR + 2), level: 40 };

type Microphone = Behaviour['microphone'];

/** Nights of sound tests on a stack, at instants that the test chooses; with simulated devices. */
export async function startSoundNights(stack: Stack) {
  const login = { username: 'service', password: SERVICE_SECRET, clientId: `sound-tests-${crypto.randomUUID()}` };
  const service = await mqtt.connectAsync(stack.mqttUrl, login);
  const publish = async (topic: string, payload: string | Buffer): Promise<void> => {
    await service.publishAsync(topic, payload, { qos: 1 });
  };
  const broker = { connected: true, publish } as Parameters<typeof createCommands>[0]['broker'];
  const events = { changed: () => undefined };
  const log = createLogger('silent');
  const commands = createCommands({ pool: stack.pool, broker, events, log });
  const devices: Device[] = [];

  return {
    /** The devices at a main company of a person are tested at night. */
    async turnOn(owner: TestUser, company_id: number): Promise<void> {
      const setting = { company_id, time_zone: 'UTC', sound_test: NIGHTLY };
      expect((await stack.call(companyChangesHttp.edit, owner, setting)).status).toBe(200);
    },
    /** A simulated device at a node, which is online. @returns its serial number */
    async speaker(owner: TestUser, company_id: number, microphone: Microphone): Promise<string> {
      const { serial, device_key } = await createDevice(stack, { user_id: owner.id, company_id });
      const profile = profileWithSerial(serial);
      const behaviour = { ...profile.behaviour, autoplay: 'nothing', announcementIntervalMs: 1e9, microphone } as const;
      const options = { serial: profile.serial, deviceKey: device_key, mqttUrl: stack.mqttUrl, speed: 1_000 };
      devices.push(startDevice({ ...options, profile: { ...profile, behaviour } }));
      await until('online', async () => (await statusOf(stack, serial)) === 'online');
      return serial;
    },
    /** What a simulated device hears from now on. */
    hear(serial: string, microphone: Microphone): void {
      const running = devices.find((device) => device.serial === serial);
      if (running) running.profile.behaviour.microphone = microphone;
    },
    /** Runs the tests of a night, the first of which is 0, at so many milliseconds in it. */
    run: (night: number, at = 0): Promise<void> =>
      runSoundTests({ db: stack.db, commands, events, log } as never, newPace(), NIGHT + night * DAY_MS + at),
    async stopDevices(): Promise<void> {
      for (const device of devices.splice(0)) await device.stop();
    },
    async stop(): Promise<void> {
      await commands.stop();
      await service.endAsync();
    },
  };
}
export type SoundNights = Awaited<ReturnType<typeof startSoundNights>>;
