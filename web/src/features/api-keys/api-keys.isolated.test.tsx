import type { ApiKey } from '@belfry/schemas/http/api-keys/api-keys';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { toast } from '../../ui/toast.ts';
import { ApiKeys } from './api-keys.tsx';

vi.mock('../../ui/toast.ts');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const KEY: ApiKey = {
  id: 5,
  name: 'Till 3',
  prefix: 'bf_abcde',
  scopes: ['tree:read', 'say'],
  company_id: 12,
  company_name: 'Shop 12',
  expires_at: '2027-12-31T00:00:00.000Z',
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
};
const COMPANY = {
  company_id: 12,
  user_id: 7,
  name: 'Shop 12',
  description: null,
  continent: null,
  country: null,
  emblem: null,
  subcompany_count: 0,
};

const open = (answer: Answer = () => undefined) =>
  openPage(<ApiKeys />, (call) => {
    const own = answer(call);
    if (own) return own;
    if (call.method !== 'GET') return undefined;
    return Response.json(call.path === '/api-keys' ? [KEY] : [COMPANY]);
  });

it('lists keys with their place, scopes and last use', async () => {
  await open();
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('Till 3');
  expect(row.textContent).toContain('Shop 12 · Read the tree, Say something now');
  expect(row.textContent).toContain('Never');
});

it('creates a key for a place, and shows it once', async () => {
  const { user } = await open(({ method }) =>
    method === 'POST' ? Response.json({ ...KEY, id: 6, key: 'bf_secret' }, { status: 201 }) : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Create a key' }));
  const form = await screen.findByRole('dialog', { name: 'Create a key' });
  const create = within(form).getByRole('button', { name: 'Create a key' });
  expect(create.hasAttribute('disabled')).toBe(true);
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Till 4');
  await user.click(within(form).getByRole('checkbox', { name: 'Say something now' }));
  await user.click(create);
  expect((await screen.findByLabelText('Key')).textContent).toBe('bf_secret');
});

it('ends a key after a question', async () => {
  const { user } = await open(({ method }) => (method === 'DELETE' ? new Response(null, { status: 204 }) : undefined));
  await user.click(await screen.findByRole('button', { name: 'End the key Till 3' }));
  const question = await screen.findByRole('dialog', { name: 'End the key Till 3' });
  await user.click(within(question).getByRole('button', { name: 'End' }));
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'The key Till 3 has ended'));
});
