import { randomSerial } from '@belfry/schemas/domain/serial';

const ENROLMENTS_AT_ONCE = 16;

export type Enrolled = { serial: string; key: string };

/** Posts JSON to a product that runs in processes of its own. Rejects unless the answer is a success. */
export async function postJson<T>(address: string, body: unknown, key = ''): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${new URL(address).pathname}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Provisions devices and enrols them as they do it themselves. */
export async function enrolDevices(
  { url, internalUrl, secret }: { url: string; internalUrl: string; secret: string },
  count: number,
): Promise<Enrolled[]> {
  const devices = Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'chaos' }));
  await postJson(`${internalUrl}/internal/devices/provision`, { devices }, secret);
  const enrolled: Enrolled[] = [];
  const queue = devices.values();
  const work = async (): Promise<void> => {
    for (const device of queue) {
      const { device_key } = await postJson<{ device_key: string }>(`${url}/api/devices/enroll`, device);
      enrolled.push({ serial: device.serial, key: device_key });
    }
  };
  await Promise.all(Array.from({ length: ENROLMENTS_AT_ONCE }, work));
  return enrolled;
}
