import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { libraryItemsHttp } from '@belfry/schemas/http/library/items';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { Button } from '@mantine/core';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { aChime, aMessage, anAudio, anItem, aStation } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LibraryPage } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const GONG = anAudio(1, { name: 'Gong' });
const listed = (rows: object[]): Response => Response.json(rows, { headers: { 'X-Total-Count': String(rows.length) } });
const PREVIEW = {
  items: [
    { sha256: 'a'.repeat(64), duration_ms: 4_000, gain_db: -6 },
    { sha256: 'b'.repeat(64), duration_ms: 10_000 },
  ],
  voice: 'en-GB-Standard-A',
};
const ITEMS = [
  anItem('messages', aMessage(5, { name: 'Closing' })),
  anItem('messages', aMessage(6, { name: 'Opening' })),
  anItem('chimes', aChime(3, { name: 'School bell' })),
  anItem('chimes', aChime(7, { name: 'Door bell' })),
  anItem('stations', aStation(8, { name: 'Jazz' })),
  anItem('stations', aStation(9, { name: 'News' })),
];
const answer = firstOf(
  on(libraryItemsHttp.list, ({ query }) => listed(ITEMS.filter(({ kind }) => (query.kind ?? kind) === kind))),
  on(audioHttp.list, () => listed([GONG, anAudio(2, { name: 'Melody' })])),
  on(chimesHttp.list, () => listed([aChime(3, { name: 'School bell' }), aChime(7, { name: 'Door bell' })])),
  on(chimesHttp.create, ({ body }) => Response.json({ ...aChime(4), ...body }, { status: 201 })),
  on(messagesHttp.preview, () => PREVIEW),
  on(messagesHttp.change, ({ body }) => Response.json({ ...aMessage(5), ...body, revision: 2 })),
  on(audioContentHttp.createLink, ({ params }) => ({
    url: `/${params.sha256.slice(0, 1)}.mp3`,
    expires_at: '2026-11-01T00:00:00.000Z',
  })),
);

type Page = Awaited<ReturnType<typeof openPage>>;
async function edit(page: Page): Promise<HTMLElement> {
  await page.user.click(await screen.findByRole('link', { name: 'Closing' }));
  const dialog = await screen.findByRole('dialog', { name: /^Closing/ });
  await page.user.click(within(dialog).getByRole('button', { name: /^More ·/ }));
  return dialog;
}
async function choose({ user }: Page, label: string, option: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}
const saved = (page: Page): Promise<unknown> =>
  waitFor(() => {
    const [sent] = page.requestsTo('/messages/5', 'PUT');
    if (!sent) throw new Error('nothing is sent yet');
    return sent.body;
  });

it('a message is audio alone, or audio before and after a text', async () => {
  const page = await openPage(<LibraryPage />, answer);
  const dialog = await edit(page);
  await choose(page, 'Sound before the text', /Gong/);
  await choose(page, 'Sound after the text', /Melody/);
  await page.user.clear(within(dialog).getByRole('textbox', { name: 'Text' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await saved(page)).toMatchObject({
    variants: [{ language: 'en', text: '', audio_before: 1, audio_after: 2 }],
    chime: 'none',
    chime_id: null,
  });
});

it('a message without text and audio is not saved', async () => {
  const page = await openPage(<LibraryPage />, answer);
  const dialog = await edit(page);
  await page.user.clear(within(dialog).getByRole('textbox', { name: 'Text' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter a text, or choose a sound')).toBeDefined();
  expect(page.requestsTo('/messages/5', 'PUT')).toEqual([]);
});

it('the chimes of the organisation follow those of the product', async () => {
  const page = await openPage(<LibraryPage />, answer);
  await edit(page);
  await choose(page, 'Chime before it', 'School bell');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await saved(page)).toMatchObject({ chime: 'none', chime_id: 3 });
});

it('listening plays all parts at their gain, and shows how long they are together', async () => {
  const played: { src: string; volume: number }[] = [];
  vi.stubGlobal(
    'Audio',
    class {
      src = '';
      volume = 1;
      onended: (() => void) | null = null;
      async play(): Promise<void> {
        played.push({ src: this.src, volume: this.volume });
        queueMicrotask(() => this.onended?.());
      }
      pause(): void {}
      removeAttribute(): void {}
    },
  );
  const page = await openPage(<LibraryPage />, answer);
  await edit(page);
  await choose(page, 'Sound before the text', /Gong/);
  await page.user.click(screen.getByRole('button', { name: 'Listen: en' }));
  expect(await screen.findByText('Length 0:14')).toBeDefined();
  await waitFor(() => expect(played.map(({ src }) => src)).toEqual(['/a.mp3', '/b.mp3']));
  expect(played[0]?.volume).toBeCloseTo(0.5, 2);
  expect(played[1]?.volume).toBe(1);
  expect(page.requestsTo('/messages/preview', 'POST')[0]?.body).toMatchObject({
    text: 'We close soon',
    audio_before: 1,
  });
});

it.each([
  ['messages', ['Closing', 'Opening']],
  ['chimes', ['School bell', 'Door bell']],
  ['stations', ['Jazz', 'News']],
])('of the %s of the library one plays at a time, and is stopped with its own button', async (tab, names) => {
  const playing = new Set<object>();
  vi.stubGlobal(
    'Audio',
    class {
      onplaying: (() => void) | null = null;
      async play(): Promise<void> {
        playing.add(this);
        queueMicrotask(() => this.onplaying?.());
      }
      pause(): void {
        playing.delete(this);
      }
      removeAttribute(): void {}
    },
  );
  const page = await openPage(<LibraryPage />, answer, {}, { address: `/library?kind=${tab}` });
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  const stops = () =>
    screen.queryAllByRole('button', { name: /^Stop: / }).map((button) => button.getAttribute('aria-label'));
  const [first = '', second = ''] = names;
  for (const name of [first, second]) {
    await press(`Listen: ${name}`);
    await waitFor(() => expect(stops()).toEqual([`Stop: ${name}`]));
  }
  expect(playing.size).toBe(1);
  await press(`Stop: ${second}`);
  await screen.findByRole('button', { name: `Listen: ${second}` });
  expect([stops(), playing.size]).toEqual([[], 0]);
});

it('a chime is made of audio of the library', async () => {
  const page = await openPage(<LibraryPage />, answer, {}, { address: '/library?kind=chimes' });
  expect(await screen.findByText('School bell')).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Add' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Chime' }));
  await page.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Two strokes');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please choose a sound')).toBeDefined();
  await choose(page, 'Sound', /Melody/);
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(page.requestsTo('/chimes', 'POST')[0]?.body).toEqual({ name: 'Two strokes', audio_id: 2 }),
  );
});

it('audio is recorded where there is a recorder, beside what is chosen', async () => {
  const recorder = ({ label, onRecorded }: { label: string; onRecorded: (audio: { id: number }) => void }) => (
    <Button onClick={() => onRecorded({ id: 2 })}>{`Record ${label}`}</Button>
  );
  const page = await openPage(<LibraryPage recorder={recorder} />, answer);
  await edit(page);
  await page.user.click(screen.getByRole('button', { name: 'Record Sound after the text' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await saved(page)).toMatchObject({ variants: [{ text: 'We close soon', audio_after: 2 }] });
});

it('audio is found by what is typed, by the server, and keeps its name meanwhile', async () => {
  const sunny = on(audioHttp.list, ({ query }) =>
    listed(query.q === 'sunny' ? [anAudio(9, { name: 'Ninth' })] : [GONG]),
  );
  const page = await openPage(<LibraryPage />, firstOf(sunny, answer));
  await edit(page);
  await choose(page, 'Sound before the text', /Gong/);
  const after = await screen.findByRole('combobox', { name: 'Sound after the text' });
  await page.user.type(after, 'sunny');
  await page.user.click(await screen.findByRole('option', { name: /Ninth/ }));
  await waitFor(() => expect(after).toHaveProperty('value', 'Ninth · 0:04'));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await saved(page)).toMatchObject({ variants: [{ audio_before: 1, audio_after: 9 }] });
});
