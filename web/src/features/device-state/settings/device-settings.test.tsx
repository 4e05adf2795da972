import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceConfiguration } from '@belfry/schemas/domain/configuration';
import { aConfiguration } from '../../../testing/configuration-factory.ts';
import { aDevice, infoOf } from '../../../testing/device-factory.ts';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DeviceSettings } from './device-settings.tsx';

const DEVICE = aDevice({ status: 'offline' });
const CONFIG = `/rpi/devices/config/${DEVICE.serial}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const advanceTime = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** A tab of the dialog, over a server that answers calls for the configuration as given. */
async function openDialog(answer: (method: string, body: unknown) => Response | Promise<Response>, tab = 'system') {
  notifications.clean();
  const element = (
    <>
      <Notifications />
      <DeviceSettings serial={DEVICE.serial} onClose={() => undefined} />
    </>
  );
  const page = await openPage(
    element,
    ({ method, path, body }) => {
      if (path === CONFIG) return answer(method, body);
      return path.startsWith('/devices/info/') ? Response.json(infoOf(DEVICE)) : Response.json([]);
    },
    {},
    { address: `/?settings_tab=${tab}` },
  );
  await advanceTime(500);
  return page;
}

const typeOffset = async (value: string): Promise<void> => {
  await act(async () => void fireEvent.change(screen.getByLabelText(/^UTC offset/), { target: { value } }));
};
const press = (name: string | RegExp): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('loading', () => {
  it('is shown until the settings are there', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    await openDialog(() => promise);
    expect(screen.getByText('Loading device settings...')).toBeDefined();
    resolve(Response.json(aConfiguration()));
    await advanceTime(500);
    expect(screen.queryByText('Loading device settings...')).toBeNull();
    expect(screen.getByText('API Connected')).toBeDefined();
  });

  it('that fails with 502 shows the defaults, the tip and the number of retries', async () => {
    await openDialog(() => refusal(502));
    expect(screen.getByText('API Server Error')).toBeDefined();
    expect(screen.getByText(/^Using default device settings\./)).toBeDefined();
    expect(screen.getByText('API Disconnected')).toBeDefined();
    expect(screen.getByLabelText(/^UTC offset/)).toHaveProperty('value', '0');
    await press('Retry');
    await advanceTime(500);
    expect(screen.getByRole('button', { name: 'Retry (1)' })).toBeDefined();
    expect(screen.getByText('Retries: 1')).toBeDefined();
  });

  it('that finds no configuration warns and shows the defaults', async () => {
    await openDialog(() => refusal(404, 'Device not found'));
    expect(screen.getByText(/^No configuration was found for this device/)).toBeDefined();
    expect(screen.getByRole('switch', { name: 'Update at night' })).toHaveProperty('checked', true);
  });
});

describe('saving', () => {
  it('sends only what was changed with the version, and shows the success for 5 s', async () => {
    const saved = aConfiguration({ version: 4, utc: 3 });
    const { requestsTo } = await openDialog((method) =>
      Response.json(method === 'POST' ? saved : aConfiguration({ version: 3 })),
    );
    expect(screen.getByRole('button', { name: 'Save Settings' })).toHaveProperty('disabled', true);
    await typeOffset('3');
    await press('Save Settings');
    await advanceTime(4_800);
    expect(requestsTo(CONFIG, 'POST').map(({ body }) => body)).toEqual([{ utc: 3, revision: 3 }]);
    expect(screen.getByText('Settings saved')).toBeDefined();
    await advanceTime(1_500);
    expect(screen.queryByText('Settings saved')).toBeNull();
  });

  it('that fails keeps what was typed and shows the error for 8 s', async () => {
    await openDialog((method) =>
      method === 'POST' ? refusal(404, 'Device not found') : Response.json(aConfiguration()),
    );
    await typeOffset('3');
    await press('Save Settings');
    await advanceTime(7_500);
    expect(screen.getByText('Device not found')).toBeDefined();
    expect(screen.getByLabelText(/^UTC offset/)).toHaveProperty('value', '3');
    await advanceTime(600);
    expect(screen.queryByText('Device not found')).toBeNull();
  });

  it.each([
    [400, 'The settings were not accepted.'],
    [502, 'API server temporarily unavailable. Please try again later.'],
  ])('that fails with %i says what it means for the save', async (status, text) => {
    await openDialog((method) => (method === 'POST' ? refusal(status, 'no') : Response.json(aConfiguration())));
    await typeOffset('3');
    await press('Save Settings');
    await advanceTime(500);
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText('Nothing was saved. What you typed is still here.')).toBeDefined();
    expect(screen.queryByText(/^Using default device settings/)).toBeNull();
  });

  it('is repeated where somebody else has changed other settings, and keeps theirs', async () => {
    let current: DeviceConfiguration = aConfiguration({ version: 3 });
    const { requestsTo } = await openDialog((method, body) => {
      if (method === 'GET') return Response.json(current);
      const { revision, ...settings } = body as { revision: number; utc: number };
      const conflict = { error: 'Changed meanwhile', code: 'edit_conflict', current };
      if (revision !== current.version) return Response.json(conflict, { status: 409 });
      current = { ...current, ...settings, version: revision + 1 };
      return Response.json(current);
    });
    current = { ...current, system_volume: 20, version: 4 };
    await typeOffset('3');
    await press('Save Settings');
    await advanceTime(500);
    expect(requestsTo(CONFIG, 'POST').map(({ body }) => body)).toEqual([
      { utc: 3, revision: 3 },
      { utc: 3, revision: 4 },
    ]);
    expect(current).toMatchObject({ system_volume: 20, utc: 3, version: 5 });
  });
});

it('shows the network in use and the refused one as a note, without sending it with another setting', async () => {
  const reported = { version: 3, wifi_login: 'Office', rejected: { wifi_login: 'Shop did not lead to the server' } };
  const stored = aConfiguration({ version: 3, wifi_login: 'Shop', reported });
  const { requestsTo } = await openDialog(
    (method) => Response.json({ ...stored, ...(method === 'POST' && { version: 4 }) }),
    'wifi',
  );
  expect(screen.getByRole('textbox', { name: 'SSID' })).toHaveProperty('value', 'Office');
  expect(screen.getByText('The device is connected to Office.')).toBeDefined();
  expect(screen.getByText(/^The device refused Shop: Shop did not lead to the server/)).toBeDefined();
  await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'System' })));
  await typeOffset('3');
  await press('Save Settings');
  await advanceTime(500);
  expect(requestsTo(CONFIG, 'POST').map(({ body }) => body)).toEqual([{ utc: 3, revision: 3 }]);
});

it('takes no player commands while the device is offline, and says so', async () => {
  await openDialog(() => Response.json(aConfiguration()), 'audio');
  expect(screen.getByText('The device is offline. Commands need it to be online.')).toBeDefined();
  for (const player of ['Voice', 'Music', 'Radio']) {
    expect(screen.getByRole('button', { name: new RegExp(`^(Play|Stop) ${player}`) })).toHaveProperty('disabled', true);
  }
});
