import type { Device } from '@belfry/schemas/http/devices/devices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import type { Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DevicesPage } from '../devices-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DEVICES: Device[] = Array.from({ length: 12 }, (_, index) => {
  const serial = `0000-0000-0000-${String(index + 1).padStart(4, '0')}`;
  return aDevice({ device_id: index + 1, serial });
});
const FAILURE = { serial: DEVICES[1]!.serial, code: 'too_many_tags', reason: 'A device has 16 tags at most' };

const answer: Answer = ({ path, params }) => {
  if (path === '/devices/all') {
    const [page, size] = [Number(params['page']), Number(params['page_size'])];
    return Response.json(DEVICES.slice((page - 1) * size, page * size), { headers: { 'X-Total-Count': '12' } });
  }
  if (path === '/devices/bulk/preview')
    return Response.json({ devices: 3, changed: 2, unchanged: 0, failed: 1, failures: [FAILURE], unreachable: 2 });
  if (path === '/devices/bulk')
    return Response.json({ devices: 3, changed: 2, unchanged: 0, failed: 1, failures: [FAILURE] });
  return Response.json([]);
};

const open = async () => {
  const page = await openPage(<DevicesPage />, answer, {}, { role: 'admin', address: '/devices?status=online' });
  await screen.findAllByRole('article');
  return page;
};
const box = (index: number): HTMLElement => screen.getByRole('checkbox', { name: `Select ${DEVICES[index]!.serial}` });
const bar = () => within(screen.getByRole('region', { name: 'Selection' }));

it('selects devices, a range with Shift, and keeps the selection on other pages', async () => {
  const { user } = await open();
  await user.click(box(1));
  await user.keyboard('{Shift>}');
  await user.click(box(3));
  await user.keyboard('{/Shift}');
  expect(bar().getByText('3 devices selected')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  await user.click(screen.getByRole('checkbox', { name: 'Select page' }));
  expect(bar().getByText('7 devices selected')).toBeDefined();
  await user.click(bar().getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
});

it('previews a change, applies it to the filter of all matching devices, and lists what failed', async () => {
  const { user, requestsTo } = await open();
  await user.click(screen.getByRole('button', { name: 'Select all 12 matching devices' }));
  await user.click(bar().getByRole('button', { name: 'Tags' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the tags of 12 devices' });
  await user.type(within(dialog).getByRole('combobox', { name: 'Tags to add' }), 'Shop,');
  expect(await within(dialog).findByText('2 devices will change.')).toBeDefined();
  expect(within(dialog).getByText('2 devices are not online now.')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Change 2 devices' }));
  expect(await within(dialog).findByText('1 device was not changed:')).toBeDefined();
  expect(within(dialog).getByText(`${FAILURE.serial}: it would have more than 16 tags`)).toBeDefined();
  expect(requestsTo('/devices/bulk').map(({ body }) => body)).toEqual([
    {
      targets: { filter: { type: 'all', status: 'online', mode: 'all', q: '' } },
      change: { tags: { add: ['shop'], remove: [] } },
    },
  ]);
});
