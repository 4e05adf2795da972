import type { User } from '@belfry/schemas/http/users/admin';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { EditUser } from './edit-user.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { time_zone: _zone, user_key: _key, opened_by: _nobody, companies: _none, ...fields } = makeProfile();
const ADA: User = { ...fields, id: 7, companies: 3, name: 'Ada', revision: 3 };

async function openEdit() {
  const server = { user: ADA as User | null };
  const answer: Answer = ({ path, body }) => {
    if (!server.user) return refusal(404, 'User not found');
    if (path === '/admin/user/info') return Response.json(server.user);
    const { revision, updates } = body as { revision: number; updates: Partial<User> };
    if (revision !== server.user.revision) {
      return Response.json({ error: 'Changed', code: 'edit_conflict', current: server.user }, { status: 409 });
    }
    server.user = { ...server.user, ...updates };
    return Response.json({ success: true, message: 'Saved', user: server.user });
  };
  const onClose = vi.fn();
  const page = await openPage(<EditUser id={7} onClose={onClose} />, answer, {}, { role: 'root' });
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...page, server, onClose, name, save };
}

it('shows the changes of another administrator, and keeps them when saving again', async () => {
  const { user, server, name, save, onClose, requestsTo } = await openEdit();
  server.user = { ...ADA, name: 'Augusta', role: 'admin', revision: 4 };
  await user.type(name, ' Bell');
  await save();
  expect(await screen.findByText('Now: Augusta')).toBeDefined();
  expect(screen.getByText('Yours: Ada Bell')).toBeDefined();
  expect(screen.getByText('Now: admin')).toBeDefined();
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requestsTo('/admin/user/edit').map(({ body }) => body)).toEqual([
    { userId: 7, revision: 3, updates: { name: 'Ada Bell' } },
    { userId: 7, revision: 4, updates: { name: 'Ada Bell' } },
  ]);
  expect(server.user).toMatchObject({ name: 'Ada Bell', role: 'admin' });
});

it('keeps the input when another administrator deletes the user', async () => {
  const { user, server, name, store } = await openEdit();
  await user.type(name, ' Bell');
  server.user = null;
  store.dispatch(baseApi.util.invalidateTags(['User']));
  expect((await screen.findByRole('alert')).textContent).toContain('This was deleted meanwhile');
  expect(name).toHaveProperty('value', 'Ada Bell');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

it('gives the right to text any number', async () => {
  const { user, save, requestsTo } = await openEdit();
  await user.click(screen.getByRole('checkbox', { name: 'May text any number' }));
  await save();
  await vi.waitFor(() =>
    expect(requestsTo('/admin/user/edit').map(({ body }) => body)).toEqual([
      { userId: 7, revision: 3, updates: { may_text_any_number: true } },
    ]),
  );
});
