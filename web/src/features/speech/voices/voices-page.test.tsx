import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../../../lib/i18n.ts';
import { failing, openCatalogue } from './testing/catalogue.tsx';
import { setPageWidth } from '../../../testing/page-width.ts';
import { aVoice } from '../../../testing/voice-factory.ts';

const anna = aVoice({ voice_name: 'ru-RU-Standard-A', display_name: 'Anna', favorit: 3, used: 1_200 });
const carl = aVoice({
  voice_name: 'en-US-Neural2-B',
  display_name: 'Carl',
  language: 'en',
  languagefull: 'English (United States)',
  language_codes: ['en-US'],
  voice_type: 'neural2',
  gender: 'MALE',
  block: true,
});

setPageWidth(1440);
beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await chooseLanguage('mixed');
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  notifications.clean();
  vi.unstubAllGlobals();
});

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);

it('lists the voices with all their fields, and their number in the title', async () => {
  sessionStorage.setItem('user_key', 'my-key');
  const { calls } = openCatalogue({ voices: [anna, carl] });
  expect(await screen.findByRole('heading', { name: 'Voices (2)' })).toBeDefined();
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(['my-key']));
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Selected',
    'Status',
    'Name',
    'Language',
    'Type',
    'Code',
    'Gender',
    'Favorite',
    'Used',
    'Actions',
    'Sample',
    'Delete',
  ]);
  const cells = screen.getAllByRole('row')[2]!.querySelectorAll('th, td');
  expect([...cells].slice(1, 9).map((cell) => cell.textContent)).toEqual([
    'Blocked',
    'Carl',
    'English (United States)',
    'NEURAL2',
    'en-US-Neural2-B',
    'Male',
    '0',
    '0',
  ]);
  expect(screen.getByRole('row', { name: /Anna/ }).textContent).toMatch(/STANDARD.*Female31,200/);
  for (const name of ['Create Samples', 'Synchronize', 'Reset All']) screen.getByRole('button', { name });
});

it('is shown to root', async () => {
  openCatalogue({ voices: [anna], role: 'root' });
  expect(await screen.findByText('Anna')).toBeDefined();
});

it('searches and filters on the server, and stores the language for the next visit', async () => {
  const user = userEvent.setup();
  const { requestsTo, router, unmount } = openCatalogue({ voices: [anna, carl] });
  await screen.findByText('Carl');
  const language = screen.getByRole('combobox', { name: 'Language' });
  await user.click(language);
  expect(
    (await within(await screen.findByRole('listbox')).findAllByRole('option')).map((option) => option.textContent),
  ).toEqual(['All Languages', 'English', 'Russian']);
  await user.click(screen.getByRole('option', { name: 'Russian' }));
  await waitFor(() => expect(names()).toEqual(['Anna']));
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'AN{Enter}');
  await waitFor(() => expect(requestsTo('/voices/voices').at(-1)!.params).toMatchObject({ q: 'AN', language: 'ru' }));
  expect(router.state.location.search).toBe('?language=ru&q=AN');
  expect(localStorage.getItem('voiceLanguageFilter')).toBe('"language=ru"');

  unmount();
  const again = openCatalogue({ voices: [anna, carl] });
  expect(await screen.findByRole('heading', { name: 'Voices (1)' })).toBeDefined();
  expect(again.router.state.location.search).toBe('?language=ru');
  await user.click(screen.getByRole('combobox', { name: 'Language' }));
  await user.click(await screen.findByRole('option', { name: 'All Languages' }));
  await screen.findByText('Carl');
  expect(localStorage.getItem('voiceLanguageFilter')).toBe('""');
});

it('shows 20 voices per page, and the last page for an old link', async () => {
  const voices = Array.from({ length: 43 }, (_, index) =>
    aVoice({ voice_name: `v${index}`, display_name: `V${index}` }),
  );
  const { requestsTo, router } = openCatalogue({ voices, address: '/voices?page=9' });
  expect(await screen.findByText('V42')).toBeDefined();
  expect(screen.getByText('Showing 41-43 of 43 voices')).toBeDefined();
  expect(router.state.location.search).toBe('?page=3');
  expect(requestsTo('/voices/voices').at(-1)!.params).toMatchObject({ page: '3', page_size: '20' });
});

it('shows that there are no voices, and that none matches, with a hint and a reset', async () => {
  const { unmount } = openCatalogue({ voices: [] });
  expect(await screen.findByText('No voices')).toBeDefined();
  unmount();
  openCatalogue({ voices: [anna], address: '/voices?q=nobody' });
  expect(await screen.findByText('No voices found')).toBeDefined();
  expect(screen.getByText('Try to change the search, or choose another language.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all voices' }));
  expect(await screen.findByText('Anna')).toBeDefined();
});

it('shows the loading state, then the error, and keeps the last data', async () => {
  let reply: (answer: Response) => void = () => undefined;
  const first = new Promise<Response>((resolve) => (reply = resolve));
  let answer: (() => Response | Promise<Response> | undefined) | undefined = () => first;
  openCatalogue({ voices: [anna], answer: ({ path }) => (path === '/voices/voices' ? answer?.() : undefined) });
  expect(screen.getByText('Loading voices...')).toBeDefined();
  reply(failing(500, { error: 'The database sleeps', code: 'internal' }));
  expect(await screen.findByText('Failed to load voices: The database sleeps')).toBeDefined();
  expect(screen.queryByText('Loading voices...')).toBeNull();
  answer = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Anna');
  answer = () => failing(502);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Failed to load voices: 502')).toBeDefined();
  expect(screen.getByText('Anna')).toBeDefined();
});

it.each([
  [769, 'table'],
  [768, 'list'],
])('is rendered at %i px as a %s', async (width, role) => {
  window.innerWidth = width;
  openCatalogue({ voices: [anna] });
  await screen.findByText('Anna');
  expect(screen.queryByRole(role, { name: 'Voices' })).not.toBeNull();
  expect(screen.queryByRole(role === 'table' ? 'list' : 'table', { name: 'Voices' })).toBeNull();
});
