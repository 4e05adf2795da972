import type { Message } from '@belfry/schemas/http/library/texts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LibraryPage } from './index.ts';
import { asHeard } from './variant-fields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MESSAGE: Message = {
  id: 5,
  name: 'Closing',
  variants: [{ language: 'en', text: 'We close soon' }],
  fallback_language: 'en',
  chime: 'none',
  repeat: 1,
  pause_ms: 2_000,
  emergency: false,
  revision: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};
const THEIRS = { ...MESSAGE, name: 'Evening', chime: 'alarm', revision: 4 };

const answer: Answer = ({ path, method, body }) => {
  if (path === '/messages') return Response.json([MESSAGE], { headers: { 'X-Total-Count': '1' } });
  if (path !== '/messages/5' || method !== 'PUT') return undefined;
  if ((body as { revision: number }).revision === 4) return Response.json(THEIRS);
  return Response.json({ error: 'Changed meanwhile', code: 'edit_conflict', current: THEIRS }, { status: 409 });
};

it('shows both values where somebody else has saved meanwhile, and keeps what they changed elsewhere', async () => {
  const { user, requestsTo } = await openPage(<LibraryPage />, answer);
  await user.click(await screen.findByRole('button', { name: /Edit.*Closing/ }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Late');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Evening/);
  expect(name).toHaveProperty('value', 'Late');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(requestsTo('/messages/5', 'PUT')[1]?.body).toMatchObject({ name: 'Late', chime: 'alarm', revision: 4 }),
  );
});

it('shows the reason where the stored message cannot be read', async () => {
  const { user } = await openPage(<LibraryPage />, (call) =>
    call.method === 'PUT'
      ? Response.json({ error: 'Changed meanwhile', code: 'edit_conflict', current: { id: 5 } }, { status: 409 })
      : answer(call),
  );
  await user.click(await screen.findByRole('button', { name: /Edit.*Closing/ }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changed meanwhile')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Closing');
});

it('takes the name of the other', async () => {
  const { user } = await openPage(<LibraryPage />, answer);
  await user.click(await screen.findByRole('button', { name: /Edit.*Closing/ }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.type(name, '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: /Name/ }));
  expect(name).toHaveProperty('value', 'Evening');
});

it('is listened to with its chime, and repeated once after its pause', () => {
  expect(asHeard(['chime', 'text'], { chime: 'alarm', repeat: 3, pause_ms: 1_500 })).toEqual([
    'chime',
    'text',
    1_500,
    'chime',
    'text',
  ]);
  expect(asHeard(['text'], { chime: 'none', repeat: 1, pause_ms: 1_500 })).toEqual(['text']);
  expect(asHeard(null, { chime: 'none', repeat: 2, pause_ms: 1_500 })).toBeNull();
});

it('goes to the last page from one that no longer exists', async () => {
  const { router } = await openPage(
    <LibraryPage />,
    ({ path, params }) =>
      path === '/messages'
        ? Response.json(params.page === '2' ? [MESSAGE] : [], { headers: { 'X-Total-Count': '51' } })
        : undefined,
    {},
    { address: '/library?page=9' },
  );
  expect(await screen.findByRole('button', { name: /Edit.*Closing/ })).toBeDefined();
  expect(screen.queryByText('No messages yet')).toBeNull();
  expect(router.state.location.search).toBe('?page=2');
});

it('begins a search with its first page', async () => {
  const { user, router } = await openPage(<LibraryPage />, answer, {}, { address: '/library?page=2' });
  await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'Closing');
  await waitFor(() => expect(router.state.location.search).toBe('?q=Closing'));
});
