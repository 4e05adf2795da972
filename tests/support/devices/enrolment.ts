import { randomSerial } from '@belfry/schemas/domain/serial';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { internalHttp } from '@belfry/schemas/http/service/internal';
import { createHttpClient, success } from '../http-client.ts';

const ENROLMENTS_AT_ONCE = 16;
/** The limit of one call. */
const PROVISIONED_AT_ONCE = 5_000;

export type Enrolled = { serial: string; key: string };

/** A device that has no key yet. */
export type Provisioned = { serial: string; pass: string };

/** Creates devices through the internal listener of an api. */
export async function provisionDevices(internalUrl: string, secret: string, count: number): Promise<Provisioned[]> {
  const devices = Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'pass-1' }));
  const api = createHttpClient(internalUrl, '/internal');
  const launcher = { key: `Bearer ${secret}` };
  for (let from = 0; from < count; from += PROVISIONED_AT_ONCE) {
    const body = { devices: devices.slice(from, from + PROVISIONED_AT_ONCE) };
    await success(api.call(internalHttp.provision, launcher, body));
  }
  return devices;
}

/** Fetches the keys of provisioned devices, as they do it themselves. */
export async function fetchDeviceKeys(url: string, provisioned: readonly Provisioned[]): Promise<Enrolled[]> {
  const api = createHttpClient(url);
  const enrolled: Enrolled[] = [];
  const queue = provisioned.values();
  const work = async (): Promise<void> => {
    for (const device of queue) {
      const { device_key } = await success(api.call(enrolmentHttp.enrol, null, device));
      enrolled.push({ serial: device.serial, key: device_key });
    }
  };
  await Promise.all(Array.from({ length: ENROLMENTS_AT_ONCE }, work));
  return enrolled;
}

/** Provisions devices and enrols them as they do it themselves. */
export const enrolDevices = async (
  { url, internalUrl, secret }: { url: string; internalUrl: string; secret: string },
  count: number,
): Promise<Enrolled[]> => fetchDeviceKeys(url, await provisionDevices(internalUrl, secret, count));
