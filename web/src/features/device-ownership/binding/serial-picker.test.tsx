import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { aDevice } from '../../../testing/device-factory.ts';
import { deviceBindingApi } from './device-binding-api.ts';
import { SerialPicker, searchWaiting } from './serial-picker.tsx';

const SERIALS = ['1111-1111-1111-0001', '1111-1111-1111-0002'] as const;
const DEVICES = SERIALS.map((serial, index) => aDevice({ serial, note: index === 0 ? 'Front door' : null }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answer: () => Response | Promise<Response>) {
  const onPick = vi.fn<(device: Device) => void>();
  const onClose = vi.fn();
  const picker = <SerialPicker owner={7} selected="" onPick={onPick} onClose={onClose} />;
  return openPage(picker, answer).then((page) => ({ ...page, onPick, onClose }));
}

it('offers the unbound devices of the owner, and selects one by typing', async () => {
  const { user, calls, onPick, onClose } = await open(() => Response.json(DEVICES));
  expect(screen.getByRole('dialog', { name: 'Select Device Serial Number' })).toBeDefined();
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(calls).toMatchObject([{ path: '/devices/user/wait', params: { user_id: '7', unowned: 'false' } }]);
  await user.type(screen.getByRole('combobox'), 'front{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith(DEVICES[0]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('focuses its search field, even when the list is loaded after the dialog', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await open(() => promise);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
  resolve(Response.json(DEVICES));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
});

it('registers a device while there is none, and picks it', async () => {
  let answer = Response.json([]);
  const { user, calls, onPick } = await open(() => answer);
  expect(await screen.findByText('No available devices for binding')).toBeDefined();
  answer = Response.json(DEVICES[1]);
  await user.type(screen.getByRole('textbox', { name: /Serial/ }), '1111111111110002');
  await user.click(screen.getByRole('button', { name: 'Add Device' }));
  await waitFor(() => expect(onPick).toHaveBeenCalledExactlyOnceWith(DEVICES[1]));
  expect(calls).toContainEqual(
    expect.objectContaining({ path: '/devices/user/register', body: expect.objectContaining({ serial: SERIALS[1] }) }),
  );
});

it('shows that the list could not be loaded, and retries', async () => {
  let answer = refusal(500);
  const { user } = await open(() => answer);
  expect(await screen.findByText('Failed to load device list')).toBeDefined();
  answer = Response.json(DEVICES);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findAllByRole('option')).toHaveLength(2);
});

it('sends no unbind request without a serial', async () => {
  const { store, calls } = await openPage(null, () => Response.json({}));
  const { unbindDevice } = deviceBindingApi.endpoints;
  const { error } = await store.dispatch(unbindDevice.initiate({ serial: ' ' }));
  expect(error).toMatchObject({ message: 'Device serial number is required for unbinding' });
  expect(calls).toEqual([]);
  await store.dispatch(unbindDevice.initiate({ serial: SERIALS[0] }));
  expect(calls).toMatchObject([{ path: '/devices/unbind/company/serial', body: { serial: SERIALS[0] } }]);
});

const devices = [
  aDevice({ serial: '1234-5678-9012-3456', note: 'Front door' }),
  aDevice({ serial: '2222-3333-4444-5555', note: null }),
];

it.each([
  ['', 2],
  ['5678-9', 1],
  ['56789', 1],
  ['FRONT', 1],
  ['-', 0],
  ['nothing', 0],
])('finds by %j %i of two', (typed, count) => expect(searchWaiting(devices, typed).rows).toHaveLength(count));

it('returns at most 50, and the number of further ones', () => {
  const many = Array.from({ length: 70 }, (_, index) => aDevice({ note: `Note ${index}` }));
  expect(searchWaiting(many, '')).toMatchObject({ more: 20 });
  expect(searchWaiting(many, 'note 6')).toMatchObject({ more: 0 });
});
