import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { baseApi } from '../../../lib/api/base-api.ts';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aDevice, infoOf } from '../../../testing/device-factory.ts';
import { DeviceInfoForm } from '../device-details.tsx';
import { EditDevice } from './device-form-dialogs.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DEVICE = aDevice({ device_mode: 'ok', note: 'old', email: 'a@b.test', revision: 3 });
const PATH = `/devices/edit/${DEVICE.device_id}`;

function serverOf(device: Device) {
  const server = { device: device as Device | null };
  const answer: Answer = ({ method, path, body }) => {
    if (path === '/devices/tags') return Response.json([]);
    if (!server.device) return refusal(404, 'Device not found');
    if (method === 'GET') return Response.json(infoOf(server.device));
    const { revision, ...change } = body as Partial<Device>;
    if (revision !== server.device.revision) {
      const conflict = { error: 'Changed meanwhile', code: 'edit_conflict', current: server.device };
      return Response.json(conflict, { status: 409 });
    }
    server.device = { ...server.device, ...change, revision: revision + 1 };
    return Response.json(server.device);
  };
  return { server, answer };
}

async function openEdit() {
  const { server, answer } = serverOf(DEVICE);
  const onClose = vi.fn();
  const page = await openPage(<EditDevice serial={DEVICE.serial} onClose={onClose} />, answer);
  const note = await screen.findByLabelText('Note');
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...page, server, onClose, note, save };
}

it('sends only changed fields, with the revision with which the form began', async () => {
  const { user, note, save, requestsTo, onClose } = await openEdit();
  await user.clear(note);
  await user.type(note, 'new');
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requestsTo(PATH).map(({ body }) => body)).toEqual([{ note: 'new', revision: 3 }]);
});

it('keeps a binding that its owner made meanwhile, shows it, and saves at the second attempt', async () => {
  const { user, note, save, server, requestsTo, onClose } = await openEdit();
  server.device = { ...DEVICE, company_id: 12, note: 'theirs', revision: 4 };
  await user.clear(note);
  await user.type(note, 'mine');
  await save();
  const conflict = await screen.findByText('Somebody else has changed this meanwhile');
  const notice = within(conflict.closest('[role="status"]') as HTMLElement);
  expect(notice.getByText('Now: theirs')).toBeDefined();
  expect(notice.getByText('Yours: mine')).toBeDefined();
  expect(notice.getByText('Now: 12')).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Company' })).toHaveProperty('value', 'Company 12');
  expect(note).toHaveProperty('value', 'mine');
  expect(onClose).not.toHaveBeenCalled();
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requestsTo(PATH).at(-1)?.body).toEqual({ note: 'mine', revision: 4 });
  expect(server.device).toMatchObject({ company_id: 12, note: 'mine' });
});

it('uses the stored value on request', async () => {
  const { user, note, save, server } = await openEdit();
  server.device = { ...DEVICE, note: 'theirs', revision: 4 };
  await user.type(note, ' and mine');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Take the present value of Note' }));
  expect(note).toHaveProperty('value', 'theirs');
  expect(screen.queryByText('Somebody else has changed this meanwhile')).toBeNull();
});

it('shows no conflict where the changed field is not in the form', async () => {
  const { user, note, save, server, requestsTo, onClose } = await openEdit();
  server.device = { ...DEVICE, user_id: 9, revision: 4 };
  await user.type(note, '!');
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requestsTo(PATH).map(({ body }) => body)).toEqual([
    { note: 'old!', revision: 3 },
    { note: 'old!', revision: 4 },
  ]);
});

it('stays open with its input when another user deletes the device', async () => {
  const { user, note, server, store } = await openEdit();
  await user.type(note, ' and typed');
  server.device = null;
  store.dispatch(baseApi.util.invalidateTags(['Device']));
  expect((await screen.findByRole('alert')).textContent).toContain('This was deleted meanwhile');
  expect(note).toHaveProperty('value', 'old and typed');
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true);
});

it('shows both values and then saves in the drawer as well', async () => {
  const { server, answer } = serverOf({ ...DEVICE, note: 'theirs', status: 'maintenance', revision: 4 });
  const page = await openPage(<DeviceInfoForm device={DEVICE} onClose={() => undefined} />, answer);
  await page.user.type(screen.getByLabelText('Note'), ' and mine');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Now: theirs')).toBeDefined();
  expect(screen.queryByText('Now: maintenance')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Device information updated');
  expect(server.device).toMatchObject({ note: 'old and mine' });
  expect(page.requestsTo(PATH).at(-1)?.body).toEqual({ note: 'old and mine', revision: 4 });
});
