import type { OutboxMessage } from '@belfry/schemas/http/mail/outbox';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi, describe } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { OutboxPage } from './outbox-page.tsx';
import { isFiltered, openMessageOf, outboxFilters } from './outbox-api.ts';

describe('the page of messages', () => {
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
    last_error: 'connect ECONNREFUSED',
    created_at: '2026-11-20T11:00:00.000Z',
    next_attempt_at: '2026-11-20T11:05:00.000Z',
    sent_at: null,
    text: 'Hello',
    html: '<p>Hello</p>',
    code: null,
    link: null,
    attachment: null,
  };
  const { text: _text, html: _html, code: _code, link: _link, attachment: _attachment, ...ITEM } = MESSAGE;

  it('says that the outbox could not be loaded, loads it again, and keeps the list when that fails later', async () => {
    let broken = true;
    const { user, store } = await openPage(
      <OutboxPage />,
      () => (broken ? refusal(500) : Response.json([ITEM], { headers: { 'X-Total-Count': '1' } })),
      {},
      { role: 'admin' },
    );
    expect(await screen.findByText('The outbox could not be loaded')).toBeDefined();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('ada@belfry.test')).toBeDefined();
    broken = true;
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Outbox'])));
    expect(await screen.findByText(/^Last known values/)).toBeDefined();
    expect(screen.getByText('ada@belfry.test')).toBeDefined();
  });

  it('shows an email in a frame that runs no scripts, and why it waits', async () => {
    await openPage(
      <OutboxPage />,
      ({ path }) => Response.json(path === '/admin/outbox/7' ? MESSAGE : []),
      {},
      { role: 'admin', address: '/outbox?message=7' },
    );
    const dialog = await screen.findByRole('dialog');
    await vi.waitFor(() => expect(dialog.querySelector('iframe')?.getAttribute('sandbox')).toBe(''));
    expect(dialog.textContent).toContain('connect ECONNREFUSED');
    expect(dialog.textContent).toContain('Waiting');
  });
});

describe('the filters in the address', () => {
  const { read: readFrom, defaults, write, pageOf } = outboxFilters;
  const read = (text: string) => readFrom(new URLSearchParams(text)) ?? defaults;
  const change = (text: string, filters: Partial<typeof defaults>, page = 1) =>
    write(new URLSearchParams(text), { ...read(text), ...filters }, page).toString();

  it('reads an address, with defaults for invalid values', () => {
    expect(read('')).toEqual({ q: '', channel: 'all', state: 'all' });
    expect(read('q=ada&channel=sms&state=lost&page=-3')).toEqual({ q: 'ada', channel: 'sms', state: 'all' });
    expect(pageOf(new URLSearchParams('page=-3'))).toBe(1);
  });

  it('opens the first page for another filter, and leaves defaults out', () => {
    expect(change('page=3&message=7', { channel: 'mail' })).toBe('message=7&channel=mail');
    expect(change('channel=mail&page=3', { channel: 'all' })).toBe('');
    expect(change('channel=mail', {}, 2)).toBe('channel=mail&page=2');
  });

  it('detects whether a filter is set', () => {
    expect(isFiltered(read('page=2'))).toBe(false);
    expect(isFiltered(read('state=failed'))).toBe(true);
  });

  it.each([
    ['message=7', 7],
    ['message=', null],
    ['message=x', null],
    ['', null],
  ])('opens by %j message %j', (address, id) => expect(openMessageOf(new URLSearchParams(address))).toBe(id));
});
