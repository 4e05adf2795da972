import type { User } from '@belfry/schemas/http/users/admin';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { act, cleanup, screen, within } from '@testing-library/react';
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

it('shows the status of a list that could not be loaded, and loads it again', async () => {
  let broken = true;
  const { user } = await openPage(<AdminPage />, (call) =>
    broken && call.path === '/admin/users' ? refusal(500) : server(null)(call),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Ошибка: 500');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('ada@belfry.test')).toBeTruthy();
});

it('orders by a column, and the other way round at the next press', async () => {
  const { user, router, requestsTo } = await openPage(
    <AdminPage />,
    server(null),
    {},
    { role: 'root', address: '/admin?sort=name' },
  );
  await row();
  const header = screen.getByRole('columnheader', { name: 'Name' });
  expect(header.getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(header).getByRole('button'));
  await vi.waitFor(() => expect(router.state.location.search).toBe('?sort=-name'));
  await vi.waitFor(() => expect(requestsTo('/admin/users').at(-1)?.params['sort']).toBe('-name'));
});

it('deletes a user after a question, and leaves nothing of them in the address', async () => {
  const { user, router, requestsTo } = await openPage(
    <AdminPage />,
    (call) => (call.method === 'DELETE' ? Response.json({ success: true, message: 'Gone' }) : server(null)(call)),
    {},
    { role: 'root', address: '/admin?q=bell&info=7' },
  );
  await user.click((await row()).getByRole('button', { name: 'DEL: Ada Bell' }));
  const question = within(await screen.findByRole('dialog', { name: 'Удалить пользователя?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(router.state.location.search).toBe('?q=bell'));
  expect(requestsTo(userChangesHttp.remove)).toHaveLength(1);
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

it('dims the rows of the previous search until the next ones are there, and keeps nothing of it where that fails', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const headers = { 'X-Total-Count': '45', 'X-Unfiltered-Count': '45' };
  const { user, router } = await openPage(
    <AdminPage />,
    (call) => {
      if (call.path !== '/admin/users') return server(null)(call);
      return call.params['q'] === 'bell' ? promise : Response.json([ADA], { headers });
    },
    {},
    { role: 'root' },
  );
  await row();
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  screen.getByText('45 users');
  screen.getByRole('navigation');
  const table = screen.getByRole('table', { name: 'Users' });
  expect(table.getAttribute('aria-busy')).toBe('false');
  await act(() => router.navigate('/admin?q=bell'));
  await vi.waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'));

  resolve(refusal(500));
  await screen.findByRole('alert');
  for (const role of ['table', 'navigation', 'checkbox']) expect(screen.queryByRole(role)).toBeNull();
  expect(screen.queryByText(/45/)).toBeNull();
});
