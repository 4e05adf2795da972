import { setTimeout as delay } from 'node:timers/promises';
import { randomSerial } from '@belfry/schemas/domain/serial';

export interface BenchDevice {
  serial: string;
  password: string;
}

const ENROLMENTS_AT_ONCE = 16;

/** A device that has no key yet. */
export type Provisioned = { serial: string; pass: string };

/** Creates devices through the internal address of an api. */
export async function provision(base: string, secret: string, count: number): Promise<Provisioned[]> {
  const made = Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'bench' }));
  for (let from = 0; from < count; from += 5_000) {
    await post(`${base}/internal/devices/provision`, { devices: made.slice(from, from + 5_000) }, secret);
  }
  return made;
}

/** Fetches the keys of provisioned devices. */
export async function enrol(base: string, made: Provisioned[]): Promise<BenchDevice[]> {
  const devices: BenchDevice[] = [];
  const queue = made.values();
  await Promise.all(
    Array.from({ length: ENROLMENTS_AT_ONCE }, async () => {
      for (const device of queue) {
        const { device_key } = await post<{ device_key: string }>(`${base}/api/devices/enroll`, device);
        devices.push({ serial: device.serial, password: device_key });
      }
    }),
  );
  return devices;
}

/** Throws for an answer other than 2xx. */
export async function post<T>(url: string, body: unknown, bearer?: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() > deadline) throw new Error(`not ready in 30 s: ${await answer?.text()}`);
    await delay(100);
  }
}
