import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpClient } from '../support/http-client.ts';
import { startLauncher, type Launcher } from '../support/processes/launcher.ts';
import { until } from '../support/until.ts';

const ROOT = { ROOT_EMAIL: 'root@belfry.test', ROOT_PASSWORD: 'Root-pass-1' };

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'belfry-sample-'));
  // With a placeholder the console is not built.
  writeFileSync(join(home, 'index.html'), '<!doctype html><title>Belfry</title>');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}): Launcher =>
  startLauncher(join(home, 'data'), { WEB_DIST: home, SAMPLE_ORGANISATION: 'on', ...ROOT, ...env });

const announced = ({ lines }: Launcher) => lines.filter((line) => line.startsWith('sample organisation created'));

/** The names of the main companies of the root account, and the serial numbers in their trees. */
async function contentOf(url: string) {
  const api = createHttpClient(url);
  const { body } = await api.call(authHttp.signIn, null, { email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD });
  const key = body.user_key;
  const { body: mains } = await api.call(companiesHttp.listMain, { key });
  const trees = await Promise.all(mains.map(({ company_id }) => api.call(companiesHttp.tree, { key }, { company_id })));
  const nodes = trees.flatMap((tree) => tree.body);
  return { key, api, names: mains.map(({ name }) => name), bound: nodes.filter(({ serial }) => serial !== null) };
}

it('npm start creates the sample organisation once, and the simulated devices come online in it', async () => {
  const first = start();
  const { names, bound } = await contentOf(await first.ready);
  expect(names).toEqual(['Brightwater', 'Lumen Hotels']);
  expect(bound).toHaveLength(3);
  expect(announced(first)).toEqual([expect.stringMatching(/3 devices.*root@belfry\.test.*Settings, System.*=off/)]);
  expect(await first.end('SIGKILL')).toBeNull();

  const second = start({ SIM_DEVICES: '4' });
  const again = await contentOf(await second.ready);
  expect([again.names, again.bound.length, announced(second)]).toEqual([names, 3, []]);
  const devices = () => again.api.call(devicesHttp.list, again);
  await until(
    'all simulated devices are online',
    async () => (await devices()).body.map(({ status }) => status),
    (statuses) => statuses.length === 4 && statuses.every((status) => status === 'online'),
  );
  expect(await second.end('SIGTERM')).toBe(0);
});
