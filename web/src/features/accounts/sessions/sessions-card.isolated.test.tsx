import type { Session } from '@belfry/schemas/http/accounts/sessions';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { SessionsCard } from './sessions-card.tsx';

vi.mock('../../../ui/toast.ts');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const aSession = (id: number, override: Partial<Session> = {}): Session => ({
  id,
  current: false,
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-20T11:00:00.000Z',
  expires_at: '2026-12-20T11:00:00.000Z',
  ip: '127.0.0.1',
  country: null,
  city: null,
  user_agent: null,
  browser: 'Firefox',
  system: 'Linux',
  ...override,
});
const SESSIONS = [aSession(1), aSession(2, { current: true })];
const open = (answer: Answer) =>
  openPage(<SessionsCard />, (call) => answer(call) ?? (call.method === 'GET' ? Response.json(SESSIONS) : undefined));

it('shows the present sign-in first, which cannot be ended here', async () => {
  await open(() => undefined);
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('This one');
  expect(rows.map((row) => row.querySelectorAll('button').length)).toEqual([0, 1]);
});

it('says that the sign-ins could not be loaded, and loads them again', async () => {
  let broken = true;
  const { user } = await open(() => (broken ? refusal(500) : undefined));
  expect(await screen.findByText('Your sign-ins could not be loaded')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
});

it('says that a sign-in could not be ended, and keeps it', async () => {
  const { user } = await open(({ method }) => (method === 'DELETE' ? refusal(500) : undefined));
  await user.click(await screen.findByRole('button', { name: /^End the sign-in/ }));
  await vi.waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith('error', 'The sign-in could not be ended'));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('ends all others after a question', async () => {
  const { user, requestsTo } = await open(({ method }) =>
    method === 'DELETE' ? Response.json({ revoked: 1 }) : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  await user.click(await screen.findByRole('button', { name: 'End' }));
  await vi.waitFor(() => expect(requestsTo('/auth/sessions', 'DELETE')).toHaveLength(1));
});
