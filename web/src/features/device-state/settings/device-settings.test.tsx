import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceConfiguration } from '@belfry/schemas/domain/configuration';
import { aConfiguration } from '../../../testing/configuration-factory.ts';
import { aDevice, infoOf } from '../../../testing/device-factory.ts';
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

describe('saving', () => {
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
