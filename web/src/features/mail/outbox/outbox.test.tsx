import type { OutboxMessage } from '@belfry/schemas/http/mail/outbox';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { MessageDrawer } from './message-drawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MESSAGE: OutboxMessage = {
  id: 7,
  channel: 'mail',
  kind: 'confirm_email',
  recipient: 'ada@belfry.test',
  subject: 'Hello',
  lang: 'en',
  state: 'queued',
  attempts: 3,
  last_error: 'connect ECONNREFUSED 127.0.0.1:25',
  created_at: '2026-11-20T11:00:00.000Z',
  next_attempt_at: '2026-11-20T11:05:00.000Z',
  sent_at: null,
  text: 'Hello',
  html: '<p>Hello</p>',
  code: '1234',
  link: null,
  attachment: null,
};

it('shows the code, why a mail waits, and its text in a frame that runs no scripts', async () => {
  await openPage(
    <MessageDrawer id={7} onClose={() => undefined} />,
    ({ path }) => (path === '/admin/outbox/7' ? Response.json(MESSAGE) : undefined),
    {},
    { role: 'admin' },
  );
  const dialog = await screen.findByRole('dialog');
  await vi.waitFor(() => expect(dialog.querySelector('iframe')?.getAttribute('sandbox')).toBe(''));
  expect(dialog.textContent).toContain('1234');
  expect(dialog.textContent).toContain('Waiting · The server of outgoing messages does not answer');
});

it.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'Der Server für ausgehende Nachrichten antwortet nicht'],
  ['something that nobody has heard of', 'Es scheiterte aus einem Grund, den Belfry nicht kennt'],
])('says in German why a mail waits, and has “%s” under Technical', async (last_error, text) => {
  await openPage(
    <MessageDrawer id={7} onClose={() => undefined} />,
    ({ path }) => (path === '/admin/outbox/7' ? Response.json({ ...MESSAGE, last_error }) : undefined),
    { language: 'de' },
    { role: 'admin' },
  );
  const technical = (await screen.findByText(last_error)).closest('details');
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain(text);
  expect(dialog.textContent.split(last_error)).toHaveLength(2);
  expect(technical).not.toBeNull();
});
