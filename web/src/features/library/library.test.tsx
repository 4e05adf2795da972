import { libraryItemsHttp } from '@belfry/schemas/http/library/items';
import type { Message } from '@belfry/schemas/http/library/texts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi, describe, beforeEach } from 'vitest';
import { type Answer, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LibraryPage } from './index.ts';
import { asHeard, newMessage, withoutVariant, withVariant } from './message-values.ts';
import { formatLength } from './length.ts';
import { canHear } from './station-form.tsx';
import { aMessage, anAudio, anItem } from '../../testing/library-factory.ts';

const listed = (...rows: readonly unknown[]): Response =>
  Response.json(rows, { headers: { 'X-Total-Count': String(rows.length) } });

describe('the forms of the library', () => {
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
    if (path === '/library') return listed(anItem('messages', MESSAGE, { uses: 3 }));
    if (path !== '/messages/5' || method !== 'PUT') return undefined;
    if ((body as { revision: number }).revision === 4) return Response.json(THEIRS);
    return Response.json({ error: 'Changed meanwhile', code: 'edit_conflict', current: THEIRS }, { status: 409 });
  };

  it('shows both values where somebody else has saved meanwhile, and keeps what they changed elsewhere', async () => {
    const { user, requestsTo } = await openPage(<LibraryPage />, answer);
    await user.click(await screen.findByRole('link', { name: 'Closing' }));
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

  it('deletes those that are ticked, but none that is used', async () => {
    const rows = [anItem('messages', MESSAGE, { uses: 3 }), anItem('messages', { ...MESSAGE, id: 6, name: 'Lunch' })];
    const { user, requestsTo } = await openPage(<LibraryPage />, ({ path, method }) =>
      method === 'DELETE' ? new Response(null, { status: 204 }) : path === '/library' ? listed(...rows) : undefined,
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Tick Lunch' }));
    expect(screen.queryByRole('checkbox', { name: 'Tick Closing' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requestsTo('/messages/6', 'DELETE')).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Tick Lunch' })).toHaveProperty('checked', false));
  });

  it('shows the reason where the stored message cannot be read', async () => {
    const { user } = await openPage(<LibraryPage />, (call) =>
      call.method === 'PUT'
        ? Response.json({ error: 'Changed meanwhile', code: 'edit_conflict', current: { id: 5 } }, { status: 409 })
        : answer(call),
    );
    await user.click(await screen.findByRole('link', { name: 'Closing' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Changed meanwhile')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Closing');
  });

  it('shows what a voice says where figures are written, and not for one that reads them itself', async () => {
    const voices =
      (extra: object): Answer =>
      (call) =>
        call.path === '/voices/language/en'
          ? Response.json([{ voice_name: 'en-GB-Standard-A', name: 'A', language_codes: ['en-GB'], ...extra }])
          : answer(call);
    const { user } = await openPage(<LibraryPage />, voices({}));
    await user.click(await screen.findByRole('link', { name: 'Closing' }));
    const field = await screen.findByRole('textbox', { name: 'Text' });
    expect(screen.queryByText(/Spoken as/)).toBeNull();
    await user.type(field, ' at 9:05, in 5 min.');
    const line = await screen.findByText('We close soon at nine oh five, in five minutes.');
    expect(line.getAttribute('lang')).toBe('en-GB');
    expect(line.closest('[aria-live], [role="status"]')).toBeNull();
    cleanup();

    const kilo = { ...MESSAGE, id: 7, language: 'en', word: 'kg', spoken: 'kilos' };
    const named = await openPage(<LibraryPage />, (call) =>
      call.path === '/dictionary' ? listed(kilo) : voices({})(call),
    );
    await named.user.click(await screen.findByRole('link', { name: 'Closing' }));
    await named.user.type(await screen.findByRole('textbox', { name: 'Text' }), ', 2 kg for £3');
    await screen.findByText('We close soon, 2 kilos for three pounds');
    cleanup();

    const google = await openPage(<LibraryPage />, voices({ reads_figures: true }));
    await google.user.click(await screen.findByRole('link', { name: 'Closing' }));
    await google.user.type(await screen.findByRole('textbox', { name: 'Text' }), ' at 9:05');
    await waitFor(() => expect(google.requestsTo('/voices/language/en', 'GET')).toHaveLength(1));
    expect(screen.queryByText(/Spoken as/)).toBeNull();
  });

  it('tells where a message is used', async () => {
    const { user } = await openPage(<LibraryPage />, (call) =>
      call.path === '/library/messages/5/uses'
        ? Response.json({ names: ['Every morning', 'Timetable Normal day'], total: 3 })
        : answer(call),
    );
    await user.click(await screen.findByRole('link', { name: 'Closing' }));
    await screen.findByText('Timetable Normal day');
    screen.getByText('and 1 more');
  });

  it('is listened to with its chime, and repeated once after its pause', () => {
    expect(asHeard(['chime', 'text'], { repeat: 3, pause_ms: 1_500 })).toEqual([
      'chime',
      'text',
      1_500,
      'chime',
      'text',
    ]);
    expect(asHeard(['text'], { repeat: 1, pause_ms: 1_500 })).toEqual(['text']);
    expect(asHeard(null, { repeat: 2, pause_ms: 1_500 })).toBeNull();
  });
});

it('a sound says how loud it is, once that is measured', async () => {
  const gong = anAudio(1, { name: 'Gong', duration_ms: 61_000, loudness_lufs: -18.24, format: 'mp3' });
  const old = anAudio(2, { name: 'Old', duration_ms: 61_000, loudness_lufs: null, format: 'mp3' });
  const answer: Answer = ({ path }) =>
    path === '/library' ? listed(anItem('audio', gong), anItem('audio', old)) : undefined;
  const { user } = await openPage(<LibraryPage />, answer);
  await user.click(await screen.findByRole('link', { name: 'Gong' }));
  await screen.findByText('1:01 · MP3');
  await screen.findByText('-18.2 LUFS');
  cleanup();
  const next = await openPage(<LibraryPage />, answer);
  await next.user.click(await screen.findByRole('link', { name: 'Old' }));
  await screen.findByText('1:01 · MP3');
  expect(screen.queryByText(/LUFS/)).toBeNull();
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const answer = on(libraryItemsHttp.list, ({ query }) => {
    const all = [
      anItem('messages', aMessage(1, { name: 'Closing' }), { uses: 2 }),
      anItem('messages', aMessage(2, { name: 'Fire', emergency: true })),
      anItem('audio', anAudio(1, { name: 'Gong' })),
    ];
    return listed(...all.filter(({ kind }) => (query.kind ?? kind) === kind));
  });

  it('is narrowed to a kind, and leads to Say with what is to be said, which an emergency is not', async () => {
    const { user } = await openPage(<LibraryPage />, answer);
    expect((await screen.findByRole('link', { name: 'Say now: Closing' })).getAttribute('href')).toBe('/say?message=1');
    expect(screen.queryByRole('link', { name: 'Say now: Fire' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sounds' }));
    await waitFor(() => expect(screen.queryByText('Closing')).toBeNull());
    expect(screen.getByRole('link', { name: 'Say now: Gong' }).getAttribute('href')).toBe('/say');
  });

  it('names what plays a text that somebody wants to delete, and asks where nothing does', async () => {
    const { user, requestsTo } = await openPage(<LibraryPage />, (call) =>
      call.path === '/library/messages/1/uses' ? Response.json({ names: ['Every morning'], total: 1 }) : answer(call),
    );
    const press = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `More: ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    };
    await press('Closing');
    await screen.findByText('Every morning');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.keyboard('{Escape}');
    await press('Gong');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requestsTo('/audio/1', 'DELETE')).toHaveLength(1));
  });

  it('makes a text of one field, which is called by its first words', async () => {
    const { user, requestsTo } = await openPage(<LibraryPage />, answer);
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Text' }));
    await user.type(
      await screen.findByRole('textbox', { name: 'Text' }),
      'Dear guests, we close in fifteen minutes. Goodbye',
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(requestsTo('/messages', 'POST')[0]?.body).toMatchObject({
        name: 'Dear guests, we close in fifteen minutes.…',
        variants: [{ language: 'en' }],
      }),
    );
  });
});

describe('the length of audio', () => {
  it.each([
    [0, '0:00'],
    [400, '0:01'],
    [59_600, '1:00'],
    [187_000, '3:07'],
    [3_750_000, '1:02:30'],
  ])('%i ms is %s', (ms, text) => expect(formatLength(ms)).toBe(text));
});

describe('the variants of a message', () => {
  const two = {
    ...newMessage('ru'),
    variants: [
      { language: 'ru', text: 'Привет' },
      { language: 'en', text: 'Hello' },
    ],
  };

  it('a changed language of the fallback stays the fallback', () => {
    const next = withVariant(two, 0, { language: 'uk', text: 'Привіт' });
    expect(next).toEqual({ variants: [{ language: 'uk', text: 'Привіт' }, two.variants[1]], fallback_language: 'uk' });
    expect(withVariant(two, 1, { language: 'de', text: 'Hallo' }).fallback_language).toBe('ru');
  });

  it('a removed fallback is replaced by the first of the others', () => {
    expect(withoutVariant(two, 0)).toEqual({ variants: [two.variants[1]], fallback_language: 'en' });
    expect(withoutVariant(two, 1)).toEqual({ variants: [two.variants[0]], fallback_language: 'ru' });
  });
});

describe('stations that the browser can play', () => {
  class SilentAudio extends EventTarget {
    src: string | null = null;
    removeAttribute(): void {
      this.src = null;
    }
  }
  const created: SilentAudio[] = [];
  beforeEach(() => {
    created.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal(
      'Audio',
      class extends SilentAudio {
        constructor() {
          super();
          created.push(this);
        }
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each([
    ['canplay', true],
    ['error', false],
  ] as const)('after %s a stream is heard: %s', async (event, heard) => {
    const outcome = canHear('https://radio.test/stream');
    created[0]?.dispatchEvent(new Event(event));
    expect(await outcome).toBe(heard);
    expect(created[0]?.src).toBeNull();
  });

  it('a stream that does not begin is dead after ten seconds', async () => {
    const outcome = canHear('https://radio.test/stream');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toBe(false);
  });
});
