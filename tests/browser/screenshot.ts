import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { startFleet } from '@belfry/device-firmware-sim/fleet/fleet-runner';
import { ROOT } from '@belfry/infra/local/paths';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import setup from '../support/processes/browser-setup.ts';
import { SERVICE_SECRET } from '../support/api.ts';
import { findChromium } from '../support/processes/chromium.ts';
import { createAdmin } from '../support/factories.ts';
import { startStack } from '../support/stack.ts';
import { cardOf, cardsOf } from './support/pages/devices-page.ts';
import { consoleEnvironment, storeSession } from './support/product/session.ts';

/** Takes the screenshot of the README: the devices page with live simulated devices. */
const SCREENSHOT = join(ROOT, 'docs/console.png');
const DEVICES = 24;
const WAIT_MS = 30_000;

const teardown = await setup();
const stack = await startStack(consoleEnvironment(process.env));
const fleet = startFleet({
  devices: DEVICES,
  apiUrl: stack.url,
  mqttUrl: stack.mqttUrl,
  provisioning: { internalUrl: stack.internal.url, secret: SERVICE_SECRET },
  intervalMs: 1_000,
});
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const page = await browser.newPage({
    baseURL: stack.url,
    viewport: { width: 1440, height: 860 },
    colorScheme: 'dark',
  });
  const admin = await createAdmin(stack, { name: 'Ada Brunel' });
  await storeSession(page, { ...admin, role: 'admin' });
  await page.goto(`/devices?page_size=${DEVICES}`);
  const live = cardsOf(page).filter({ hasText: /Online.*°C/s });
  await expect(live).toHaveCount(DEVICES, { timeout: WAIT_MS });
  // Show several states: playing, in maintenance and offline.
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = [...fleet.devices.keys()].toSorted();
  const command = (serial: string, command: Command, params = {}): Promise<unknown> =>
    stack.call(commandsHttp.send, admin, { serial, command, params });
  for (const serial of [first, third, fifth]) await command(serial, 'test_music', { args: 'play' });
  await command(second, 'install');
  fleet.devices.get(fourth)?.kill();
  await expect(cardOf(page, fourth).getByText('Offline')).toBeVisible();
  await expect(cardOf(page, second).getByText('Maintenance')).toBeVisible();
  await page.screenshot({ path: SCREENSHOT });
  process.stdout.write(`${SCREENSHOT}\n`);
} finally {
  await browser.close();
  await fleet.stop();
  await stack.stop();
  await teardown();
}
