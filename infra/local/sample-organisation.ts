import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { internalUrl, type LaunchSettings } from './processes/process-specs.ts';
import { printLine } from './terminal.ts';

const DEVICES_MAX = 100;
const TIMEOUT_MS = 10_000;
const ATTEMPTS = 5;
const PAUSE_MS = 500;

const offerSchema = z.object({ undecided: z.boolean() });
const createdSchema = z.object({
  created: z.boolean(),
  owner_email: z.string().nullable(),
  companies: z.number(),
  devices: z.number(),
});

/**
 * Asks the api to create the sample organisation with the simulated devices, which it does in an empty database, once; see
 * TREE-50. The product starts also when this fails.
 */
export async function offerSampleOrganisation(settings: LaunchSettings): Promise<void> {
  try {
    const { undecided } = offerSchema.parse(await withRetries(() => call(settings, 'GET')));
    if (!undecided) return;
    const devices = await listDevices(settings);
    const sample = createdSchema.parse(await withRetries(() => call(settings, 'POST', { devices })));
    if (sample.created) printLine(describe(sample));
  } catch (error) {
    printLine(`no sample organisation: ${(error as Error).message}`);
  }
}

const describe = ({ companies, devices, owner_email }: z.infer<typeof createdSchema>): string =>
  `sample organisation created: ${companies} main companies with ${devices} devices, owned by ${owner_email}. ` +
  'Remove it in Settings, System; SAMPLE_ORGANISATION=off starts without one.';

/** Serial numbers and passes of the simulated devices. Workspaces do not import each other, so the simulator prints them. */
async function listDevices({ config }: LaunchSettings): Promise<unknown[]> {
  const devices = Math.min(config.SIM_DEVICES, DEVICES_MAX);
  const options = ['--list', '--devices', String(devices), '--seed', String(config.SIM_SEED)];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('../../device-firmware-sim/src/fleet.ts', import.meta.url)), ...options],
    { timeout: TIMEOUT_MS },
  );
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

async function call(settings: LaunchSettings, method: 'GET' | 'POST', body?: unknown): Promise<unknown> {
  const response = await fetch(`${internalUrl(settings)}/internal/first-start/sample-organisation`, {
    method,
    headers: { authorization: `Bearer ${settings.serviceSecret}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the api answers ${response.status} ${(await response.text()).slice(0, 200)}`);
  return response.json();
}

/** Postgres may be restarting. */
async function withRetries(work: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}
