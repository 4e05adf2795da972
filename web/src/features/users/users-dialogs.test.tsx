import type { User } from '@belfry/schemas/http/users/admin';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { ImportPeople } from './import-people.tsx';
import { AdminPage } from './admin-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { time_zone: _zone, user_key: _key, opened_by: _nobody, companies: _none, ...fields } = makeProfile();
const ADA: User = { ...fields, id: 7, companies: 3, full_quotas: false, two_factor: true };
const open = (answer: Answer = () => undefined, address = '/') =>
  openPage(
    <AdminPage />,
    (call) => {
      const special = answer(call);
      if (special) return special;
      if (call.path === '/users/info') return Response.json(makeProfile({ id: 1 }));
      if (call.path === '/admin/users') {
        return Response.json([ADA], { headers: { 'X-Total-Count': '30', 'X-Unfiltered-Count': '31' } });
      }
      return call.path === '/admin/user/info' ? Response.json(ADA) : undefined;
    },
    {},
    { role: 'admin', address },
  );

it('confirms a new account and turns off a lost second factor', async () => {
  const { user, requestsTo } = await open(
    ({ path }) =>
      ['/admin/user/edit', '/admin/user/two-factor/reset'].includes(path)
        ? Response.json({ success: true, message: 'ok', user: ADA })
        : undefined,
    '/?edit=7',
  );
  await user.click(await screen.findByRole('button', { name: 'Confirm the account' }));
  await vi.waitFor(() =>
    expect(requestsTo('/admin/user/edit')).toMatchObject([{ body: { userId: 7, updates: { full_quotas: true } } }]),
  );
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const question = within((await screen.findByText(/signed out everywhere/)).closest('[role="dialog"]') as HTMLElement);
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  await vi.waitFor(() => expect(requestsTo('/admin/user/two-factor/reset')).toMatchObject([{ body: { user_id: 7 } }]));
});

it('imports people after a check of the file', async () => {
  const line = { line: 3, field: 'email', reason: 'Somebody has this email already' };
  const checked = {
    applied: false,
    lines: 2,
    create: 1,
    invalid: 1,
    errors: [line],
    preview: [{ line: 2, name: 'Bea', email: 'bea@belfry.test' }],
    ignored_columns: ['room'],
    encoding: 'windows-1252',
  };
  const { user, requestsTo } = await openPage(<ImportPeople onClose={() => undefined} />, ({ path, params }) =>
    path === '/admin/users/import' ? Response.json({ ...checked, applied: params['dry_run'] !== '1' }) : undefined,
  );
  const dialog = within(await screen.findByRole('dialog'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input!, new File(['name,email\nBea,bea@belfry.test\n'], 'x.csv', { type: 'text/csv' }));
  expect(await dialog.findByText('Line 3: email: Somebody has this email already')).toBeTruthy();
  expect(dialog.getByText(/room/)).toBeDefined();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Letters of the file' }), 'windows-1250');
  await vi.waitFor(() =>
    expect(requestsTo('/admin/users/import').map(({ type, body }) => [type, body])).toEqual([
      ['text/csv', 'name,email\nBea,bea@belfry.test\n'],
      ['text/csv; charset=windows-1250', 'name,email\nBea,bea@belfry.test\n'],
    ]),
  );
  await dialog.findByText('Line 3: email: Somebody has this email already');
  const add = () => dialog.getByRole('button', { name: 'Add 1 person' });
  expect(add()).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('switch', { name: /Leave out the invalid lines/ }));
  await user.click(add());
  await vi.waitFor(() =>
    expect(requestsTo('/admin/users/import').at(-1)).toMatchObject({ params: { lines: 'valid' } }),
  );
});
