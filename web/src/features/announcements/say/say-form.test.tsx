import { announcementsHttp, type SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { type Answer, firstOf, on } from '../../../testing/fake-server.ts';
import { aChime, aMessage } from '../../../testing/library-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aReceipt } from '../../../testing/receipt-factory.ts';
import { stubElementSize } from '../../../testing/stub-element-size.ts';
import { answerWhere, choosePlace } from '../../../testing/where-factory.ts';
import { aRun, RUN_ID, SERIAL } from '../testing/run-factory.ts';
import { SayPage } from './say-page.tsx';

beforeEach(() => stubElementSize(600));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  vi.unstubAllGlobals();
});

const PREVIEW: SayPreview = {
  devices: 2,
  reachable: 2,
  sent: 0,
  offline: 0,
  silent: 0,
  unheard: [],
  fallbacks: 0,
  text_language: null,
  other_voices: 0,
  languages: [{ language: 'fr-FR', voice: 'fr-FR-A', devices: 2 }],
  places: [],
};
const MIXED: SayPreview = { ...PREVIEW, text_language: 'en', other_voices: 2 };
const rows = (list: readonly unknown[]) => Response.json(list, { headers: { 'X-Total-Count': String(list.length) } });
const quiet: Answer = firstOf(
  ({ path, body }) => (path === '/where' ? answerWhere(body) : undefined),
  on(messagesHttp.list, () => rows([aMessage(5, { name: 'Closing soon' })])),
  on(messagesHttp.read, () => aMessage(5, { name: 'Closing soon' })),
  ({ path }) => (path === '/chimes' ? rows([aChime(3, { name: 'School bell' })]) : undefined),
  on(sayHttp.preview, () => PREVIEW),
  on(sayHttp.say, () => Response.json({ run_id: RUN_ID, devices: 2, offline: 0 }, { status: 202 })),
  on(announcementsHttp.run, () => aRun({ state: 'started' })),
);
const open = (...answers: Answer[]) => openPage(<SayPage />, firstOf(...answers, quiet));
const write = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'What' }), { target: { value: text } });
const speak = async (user: Awaited<ReturnType<typeof open>>['user'], name = 'Speak'): Promise<void> => {
  const button = await screen.findByRole('button', { name: new RegExp(`^${name}( Ctrl|$)`) });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
};

it('says a sentence twice after a chime of the organisation, by Ctrl Enter', async () => {
  const { user, requestsTo } = await open();
  await choosePlace(user, 'North');
  await user.click(screen.getByRole('combobox', { name: 'Tones before it' }));
  await user.click(await screen.findByRole('option', { name: 'School bell' }));
  await user.click(screen.getByRole('combobox', { name: 'How often' }));
  await user.click(await screen.findByRole('option', { name: '2 times' }));
  write('Welcome');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Speak/ })).toHaveProperty('disabled', false));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'What' }), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(requestsTo(sayHttp.say)).toHaveLength(1));
  expect(requestsTo(sayHttp.say)).toMatchObject([{ body: { text: 'Welcome', chime_id: 3, repeat: 2 } }]);
});

it('says a prepared text with what it has of its own', async () => {
  const { user, requestsTo } = await open();
  await choosePlace(user, 'North');
  await user.click(await screen.findByRole('button', { name: 'Closing soon' }));
  expect(screen.queryByRole('combobox', { name: 'Tones before it' })).toBeNull();
  await speak(user);
  await waitFor(() => expect(requestsTo(sayHttp.say)).toHaveLength(1));
  const [said] = requestsTo(sayHttp.say);
  expect(Object.keys(said?.body ?? {}).toSorted()).toEqual(['message_id', 'targets']);
});

it('counts who would hear it before anything is typed, with those who would not, and why', async () => {
  const unheard = [
    {
      serial: SERIAL,
      place: 'Door',
      path: 'Main / North',
      reason: 'offline' as const,
      since: new Date().toISOString(),
      until: null,
    },
    {
      serial: SERIAL,
      place: 'Hall',
      path: 'Main / North',
      reason: 'quiet_hours' as const,
      since: null,
      until: '07:00',
    },
  ];
  const { user } = await open(
    on(sayHttp.preview, () => ({ ...PREVIEW, devices: 6, reachable: 0, offline: 6, unheard })),
  );
  await choosePlace(user, 'North');
  expect(await screen.findByText('0 of 6 will hear it')).toBeDefined();
  expect(
    screen.getByText(
      /^6 will not: North \/ Door \(offline since [\d:]+\), North \/ Hall \(quiet hours until 07:00\) and 4 more$/,
    ),
  ).toBeDefined();
  expect(screen.getByText(/^Offline: check its power and its network/)).toBeDefined();
});

it('wants one more press for a text that sounds wrong, and says afterwards that it did', async () => {
  const run = aRun(
    { state: 'finished' },
    { state: 'finished', receipt: aReceipt({ run_id: RUN_ID, devices: 2, heard: 2, other_voices: 2, is_over: true }) },
  );
  const { user, requestsTo } = await open(
    on(sayHttp.preview, ({ body }) => (body.text === '.' ? PREVIEW : MIXED)),
    on(announcementsHttp.run, () => run),
  );
  await choosePlace(user, 'North');
  write('We close in ten minutes');
  await screen.findByText(/^The text looks English/);
  await speak(user);
  expect(requestsTo(sayHttp.say)).toHaveLength(0);
  await speak(user, 'Speak anyway');
  expect(requestsTo(sayHttp.say)).toHaveLength(1);
  expect(await screen.findByText('2 loudspeakers said it by a voice for another language.')).toBeDefined();
});

it('has all places speak in the language of the text', async () => {
  const { user, requestsTo } = await open(on(sayHttp.preview, () => MIXED));
  await choosePlace(user, 'North');
  write('We close in ten minutes');
  await user.click(await screen.findByRole('button', { name: 'All in English' }));
  await waitFor(() => expect(requestsTo(sayHttp.preview).at(-1)).toMatchObject({ body: { language: 'en' } }));
});

it('shows what became of it in the place of who hears it, and says it again to those who missed it', async () => {
  const missed = aRun(
    { state: 'offline' },
    {
      state: 'finished',
      may_say_again: true,
      receipt: aReceipt({ run_id: RUN_ID, devices: 3, heard: 2, is_over: true }),
    },
  );
  const { user, requestsTo } = await open(
    on(announcementsHttp.run, () => missed),
    on(announcementsHttp.again, () => Response.json({ run_id: RUN_ID, devices: 1, offline: 0 }, { status: 202 })),
  );
  await choosePlace(user, 'North');
  write('Welcome');
  await speak(user);
  expect(await screen.findByText('1 did not hear it: North / Hall – Offline')).toBeDefined();
  expect(screen.queryByText(/will hear it$/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Say again to 1' }));
  await waitFor(() => expect(requestsTo(announcementsHttp.again)).toMatchObject([{ body: { to: 'missed' } }]));
  write('Something else');
  expect(await screen.findByText(/will hear it$/)).toBeDefined();
});

it('says it once, and again only when it is over and by a button that says so', async () => {
  let isOver = false;
  const runNow = () =>
    aRun(
      { state: isOver ? 'finished' : 'started' },
      { receipt: aReceipt({ run_id: RUN_ID, devices: 2, heard: isOver ? 2 : 0, is_over: isOver }) },
    );
  const { user, requestsTo, store } = await open(on(announcementsHttp.run, runNow));
  await choosePlace(user, 'North');
  write('Welcome');
  await speak(user);
  const again = await screen.findByRole('button', { name: /^Say again/ });
  expect(again).toHaveProperty('disabled', true);
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'What' }), { key: 'Enter', ctrlKey: true });
  isOver = true;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Announcement'])));
  await speak(user, 'Say again');
  await waitFor(() => expect(requestsTo(sayHttp.say)).toHaveLength(2));
  write('Another text');
  expect(await screen.findByRole('button', { name: /^Speak/ })).toBeDefined();
});

it('shows what the voices say where they do not say it as it is written', async () => {
  const languages = [
    { language: 'ru-RU', voice: 'ru-RU-A', devices: 6, spoken: 'Закрытие в двенадцать тридцать' },
    { language: 'en-US', voice: 'en-US-A', devices: 2, spoken: 'Закрытие в 12:30' },
    { language: 'en-US', voice: 'en-US-B', devices: 1 },
  ];
  const { user } = await open(on(sayHttp.preview, () => ({ ...PREVIEW, languages })));
  await choosePlace(user, 'North');
  write('Закрытие в 12:30');
  const line = await screen.findByText('Закрытие в двенадцать тридцать');
  expect(line.getAttribute('lang')).toBe('ru-RU');
  expect(line.parentElement?.textContent).toBe('Russian (Russia), spoken as: Закрытие в двенадцать тридцать');
  expect(line.closest('[aria-live], [role="status"]')).toBeNull();
  expect(screen.getAllByText(/spoken as/i)).toHaveLength(1);
});

it('keeps a text that was not said yet on other screens, until it is said', async () => {
  const first = await open();
  write('Welcome');
  const drafts = sessionStorage.length;
  expect(drafts).toBeGreaterThan(0);
  await choosePlace(first.user, 'North');
  await speak(first.user);
  await waitFor(() => expect(sessionStorage.length).toBe(drafts - 1));
});
