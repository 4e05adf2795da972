import type { CommandMessage } from '@belfry/schemas/mqtt/messages';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { healthHttp } from '@belfry/schemas/http/service/health';
import type { MqttDevice } from '../../support/devices/mqtt-device.ts';
import { dialogOf } from '../support/pages/device-settings-page.ts';
import { devicesPath } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo } from '../support/requests.ts';

/** The page checks the health of the api every ten seconds. */
const NOTICED_MS = 40_000;
const CHECKS = ['network', 'disk', 'clock', 'audio', 'memory', 'broker'].map((name) => ({
  name,
  ok: name !== 'disk',
  detail: `${name} was checked`,
}));

/** The next command with this name: the dialog also reads what it shows. */
async function nextNamed(device: MqttDevice, wanted: Command): Promise<CommandMessage> {
  const message = await device.nextCommand();
  return message.command === wanted ? message : nextNamed(device, wanted);
}

test(
  'the result of a command stays in view in a scrolled dialog, and that the api is away is said above it',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await page.setViewportSize({ width: 1024, height: 480 });
    const device = await fixtures.connect(await fixtures.device());
    await open(
      await fixtures.admin(),
      devicesPath(fixtures.sharedEmail, `&settings=${device.serial}&settings_tab=info`),
    );
    const dialog = dialogOf(page);
    const diagnostics = dialog.getByRole('button', { name: 'System Diagnostics' });
    await diagnostics.click();
    const { correlation_id } = await nextNamed(device, 'system_diagnostics');
    await device.respond({ correlation_id, result: { checks: CHECKS } });
    const result = dialog.getByRole('alert').filter({ hasText: 'Diagnostics: 1 of 6 checks failed' });
    await expect(result).toBeInViewport({ ratio: 1 });
    await expect(diagnostics).toBeInViewport();
    // Nothing covers it.
    await result.click({ trial: true });

    await page.route(requestsTo(healthHttp.ready), (route) => route.fulfill({ status: 503, json: {} }));
    const away = page.getByText('The server is not answering.');
    await expect(away).toBeInViewport({ ratio: 1, timeout: NOTICED_MS });
    await away.click({ trial: true });
    const title = dialog.getByRole('heading', { name: /^Device Settings/ });
    const [line, heading] = await Promise.all([away.boundingBox(), title.boundingBox()]);
    expect(heading?.y ?? 0).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
  },
);
