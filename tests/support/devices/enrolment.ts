import { randomSerial } from '@belfry/schemas/domain/serial';

const ENROLMENTS_AT_ONCE = 16;
/** The limit of one call. */
const PROVISIONED_AT_ONCE = 5_000;

export type Enrolled = { serial: string; key: string };

/** Posts JSON to a product that runs in processes of its own. Rejects unless the answer is a success. */
export async function postJson<T>(address: string, body: unknown, key = ''): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${new URL(address).pathname}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A device that has no key yet. */
export type Provisioned = { serial: string; pass: string };

/** Creates devices through the internal listener of an api. */
export async function provisionDevices(internalUrl: string, secret: string, count: number): Promise<Provisioned[]> {
  const devices = Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'pass-1' }));
  for (let from = 0; from < count; from += PROVISIONED_AT_ONCE) {
    const body = { devices: devices.slice(from, from + PROVISIONED_AT_ONCE) };
    await postJson(`${internalUrl}/internal/devices/provision`, body, secret);
  }
  return devices;
}

/** Fetches the keys of provisioned devices, as they do it themselves. */
export async function fetchDeviceKeys(url: string, provisioned: readonly Provisioned[]): Promise<Enrolled[]> {
  const enrolled: Enrolled[] = [];
  const queue = provisioned.values();
  const work = async (): Promise<void> => {
    for (const device of queue) {
      const { device_key } = await postJson<{ device_key: string }>(`${url}/api/devices/enroll`, device);
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
