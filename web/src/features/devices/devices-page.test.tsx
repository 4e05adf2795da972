import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DevicesPage } from './devices-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DEVICE = aDevice();
const { serial: SERIAL } = DEVICE;

/** The page, where calls below `broken` fail with their status. */
async function open(broken: Record<string, number>, address = '/devices?status=online') {
  const answer: Answer = ({ path }) => {
    const failing = Object.keys(broken).find((each) => path.startsWith(each));
    if (failing !== undefined) return refusal(broken[failing] ?? 500);
    if (path === '/devices/all') return Response.json([DEVICE], { headers: { 'X-Total-Count': '1' } });
    if (path.startsWith('/devices/info/')) return Response.json(infoOf(DEVICE));
    return Response.json([]);
  };
  const nothing = () => null;
  const element = <DevicesPage approvals={null} archives={null} groupChoice={nothing} ownerChoice={nothing} />;
  return openPage(element, answer, {}, { role: 'admin', address });
}
const cards = (): HTMLElement[] => screen.queryAllByRole('article');

it('shows the status of a list that could not be loaded, loads it again, and keeps it when that fails later', async () => {
  const broken: Record<string, number> = { '/devices/all': 500 };
  const { user, store } = await open(broken);
  expect(await screen.findByText('Failed to load devices: 500')).toBeDefined();
  delete broken['/devices/all'];
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(cards()).toHaveLength(1));
  broken['/devices/all'] = 502;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['DeviceList'])));
  expect(await screen.findByText(/^These are the last known values\. Failed to load devices: 502/)).toBeDefined();
  expect(cards()).toHaveLength(1);
});

it('says that access is denied', async () => {
  await open({ '/devices/all': 403 });
  expect(await screen.findByText('Access denied. Administrator privileges required.')).toBeDefined();
  expect(cards()).toEqual([]);
});

it('says that the wall could not be loaded', async () => {
  await open({ '/devices/wall': 500 }, '/devices?view=wall');
  expect(await screen.findByText('Failed to load devices: 500')).toBeDefined();
});

it('shows why details could not be loaded, and loads them again', async () => {
  const broken: Record<string, number> = { '/devices/info': 500 };
  const { user } = await open(broken, `/devices?device=${SERIAL}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'Device Details' }));
  expect(await drawer.findByText('Failed to fetch device info: 500')).toBeDefined();
  delete broken['/devices/info'];
  await user.click(drawer.getByRole('button', { name: 'Retry' }));
  expect(await drawer.findByRole('region', { name: 'Device Info' })).toBeDefined();
});

it('names each part of the details that failed, and keeps the commands', async () => {
  await open({ '/metrics/device': 500 }, `/devices?device=${SERIAL}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'Device Details' }));
  for (const name of ['System Metrics', '24-Hour Statistics']) {
    const part = await drawer.findByRole('region', { name });
    expect(await within(part).findByText('Failed to load metrics: 500')).toBeDefined();
  }
  expect(drawer.getByRole('button', { name: 'Reboot' })).toBeDefined();
});

it.each([
  ['/devices?add=1', '/devices/create', 'Add New Device', 'Add device', 'Failed to create device: 500'],
  [`/devices?edit=${SERIAL}`, '/devices/edit', 'Edit Device', 'Save changes', 'Failed to update device: 500'],
] as const)(
  'keeps a form open with the status where the server gives no reason: %s',
  async (address, path, title, send, text) => {
    const { user } = await open({ [path]: 500 }, address);
    await screen.findByRole('textbox', { name: 'Note' });
    const form = within(screen.getByRole('dialog', { name: title }));
    if (title === 'Add New Device') await user.click(form.getByRole('button', { name: 'Generate serial' }));
    await user.type(form.getByRole('textbox', { name: 'Note' }), 'New');
    await user.click(form.getByRole('button', { name: send }));
    expect(await form.findByText(text)).toBeDefined();
    expect(form.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'New');
  },
);

it('keeps what was typed in the details where it could not be saved', async () => {
  const { user } = await open({ '/devices/edit': 500 }, `/devices?device=${SERIAL}`);
  const info = within(await screen.findByRole('region', { name: 'Device Info' }));
  await user.click(info.getByRole('button', { name: 'Edit' }));
  await user.type(info.getByRole('textbox', { name: 'Note' }), 'New');
  await user.click(info.getByRole('button', { name: 'Save' }));
  expect(await info.findByText('Failed to update device information')).toBeDefined();
  expect(info.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'New');
});

it('dims the cards of the previous filters until the next ones are there, and keeps nothing of them where that fails', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const nothing = () => null;
  const { router } = await openPage(
    <DevicesPage approvals={null} archives={null} groupChoice={nothing} ownerChoice={nothing} />,
    ({ path, params }) => {
      if (path !== '/devices/all') return Response.json([]);
      if (params['status'] === 'offline') return promise;
      // Without filters the page only counts.
      const total = params['status'] === undefined ? '60' : '45';
      return Response.json([DEVICE], { headers: { 'X-Total-Count': total } });
    },
    {},
    { role: 'admin', address: '/devices?status=online' },
  );
  const fleet = await screen.findByRole('list', { name: 'Devices' });
  screen.getByRole('button', { name: 'Select all 45 matching devices' });
  screen.getByText('All Devices (45 of 60)');
  screen.getByRole('navigation');
  await act(() => router.navigate('/devices?status=offline'));
  await vi.waitFor(() => expect(fleet.getAttribute('aria-busy')).toBe('true'));

  resolve(refusal(500));
  await screen.findByText('Failed to load devices: 500');
  expect(cards()).toEqual([]);
  screen.getByText('All Devices (– of 60)');
  await vi.waitFor(() => {
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText(/45/)).toBeNull();
  });
  expect(screen.getByRole('checkbox', { name: 'Select page' })).toHaveProperty('disabled', true);
});
