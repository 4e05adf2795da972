import type { User } from '@belfry/schemas/http/users/admin';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { setPageWidth } from '../../testing/page-width.ts';
import { makeProfile } from '../../testing/profile-factory.ts';
import { AdminPage } from './admin-page.tsx';

setPageWidth(1440);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { time_zone: _zone, user_key: _key, opened_by: _nobody, companies: _none, ...fields } = makeProfile();
const ADA: User = { ...fields, id: 7, companies: 3 };

const server =
  (opened_by: { id: number; until: string } | null): Answer =>
  ({ path }) => {
    if (path === '/users/info') return Response.json(makeProfile({ id: 1, role: 'root', opened_by }));
    return path === '/admin/users' ? Response.json([ADA]) : undefined;
  };
const ACTS = ['EDIT: Ada Bell', 'KEY: Ada Bell', 'DEL: Ada Bell', 'OPEN 3: Ada Bell'];
const row = async () => within((await screen.findByText('ada@belfry.test')).closest('tr') ?? document.body);

it('offers actions on users to an administrator', async () => {
  await openPage(<AdminPage />, server(null), {}, { role: 'root' });
  const { getByRole } = await row();
  for (const name of ACTS) expect(getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull();
  expect(getByRole('switch').hasAttribute('disabled')).toBe(false);
  for (const name of ['Add', 'Delete all']) expect(screen.getByRole('button', { name })).toBeTruthy();
});

it('explains why an administrator who works in another account cannot act on users', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const { user, requestsTo } = await openPage(<AdminPage />, server({ id: 2, until }), {}, { role: 'root' });
  const { getByRole } = await row();
  await vi.waitFor(() => expect(getByRole('switch').hasAttribute('disabled')).toBe(true));
  for (const name of ACTS) {
    const button = getByRole('button', { name });
    expect(button.getAttribute('aria-description')).toBe('Not possible while you work as somebody else');
    await user.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requestsTo('/admin/user/impersonate')).toEqual([]);
  for (const name of ['Add', 'Delete all']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(getByRole('button', { name: 'INFO: Ada Bell' }).getAttribute('aria-disabled')).toBeNull();
});

it('deletes all users only after their number was typed, and shows why that failed', async () => {
  let answer = () => refusal(500);
  const { user, requestsTo } = await openPage(
    <AdminPage />,
    (call) => (call.method === 'DELETE' ? answer() : server(null)(call)),
    {},
    { role: 'root' },
  );
  await row();
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all users?' }));
    const confirm = dialog.getByRole('button', { name: 'Delete all' });
    expect(confirm).toHaveProperty('disabled', true);
    const count = /\d+/.exec(dialog.getByText(/users? (is|are) deleted\.$/).textContent ?? '')?.[0] ?? '';
    await user.type(dialog.getByRole('textbox', { name: /^Type \d+ to confirm$/ }), count);
    await user.click(confirm);
  };
  await ask();
  expect(await screen.findByText(/^Failed to delete all users/)).toBeTruthy();
  await user.click(screen.getByText('Close', { exact: true }));
  answer = () => Response.json({ success: true, message: 'Gone', deleted: 1 });
  await ask();
  await vi.waitFor(() => expect(requestsTo('/admin/users', 'DELETE')).toHaveLength(2));
});
