import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import { chooseLanguage, startI18n } from '../../../lib/i18n.ts';
import { setPageWidth } from '../../../testing/page-width.ts';
import { aVoice } from '../../../testing/voice-factory.ts';
import { failing, openCatalogue, advanceTime, press, setUpCatalogueTests } from './testing/catalogue.tsx';
import { sampleCache } from '../samples/index.ts';

describe('the page of voices', () => {
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
});

describe('actions on the catalogue', () => {
  const SYNC = '/voices/voices/sync';
  const RESET = '/voices/voices/reset_samples';
  const synced = () => Response.json({ success: true, added: 1, updated: 0, removed: 0, total: 2 });
  const wiped = () => Response.json({ success: true, deleted: 4 });

  setUpCatalogueTests({ fakeTimers: true });

  async function open(path: string, answer: () => Response) {
    const page = openCatalogue({ voices: [aVoice()], answer: (call) => (call.path === path ? answer() : undefined) });
    await advanceTime(50);
    return page;
  }

  it('synchronizes after one confirmation, then refetches the list', async () => {
    sampleCache.set('ru-RU-Standard-A', 'blob:played');
    const { requestsTo } = await open(SYNC, synced);
    await press('Synchronize');
    await press('Cancel');
    expect(requestsTo(SYNC)).toEqual([]);
    await press('Synchronize');
    const confirm = screen.getAllByRole('button', { name: 'Synchronize' }).at(-1)!;
    const lists = requestsTo('/voices/voices').length;
    fireEvent.click(confirm);
    await advanceTime(50);
    expect(screen.getByText('Synchronization completed successfully!')).toBeDefined();
    expect(sampleCache.get('ru-RU-Standard-A')).toBeUndefined();
    expect([requestsTo(SYNC).length, requestsTo('/voices/voices').length]).toEqual([1, lists + 1]);
  });

  it('says which neural voices are not offered, and why', async () => {
    const neural_problem = 'Neural voices do not run here: onnxruntime does not run on darwin x64';
    await open(SYNC, () =>
      Response.json({ success: true, added: 0, updated: 0, removed: 0, total: 2, neural_problem }),
    );
    await press('Synchronize');
    fireEvent.click(screen.getAllByRole('button', { name: 'Synchronize' }).at(-1)!);
    await advanceTime(50);
    expect(screen.getByText('Not all neural voices are offered')).toBeDefined();
    expect(screen.getByText(neural_problem)).toBeDefined();
  });

  it('shows that synchronizing failed', async () => {
    await open(SYNC, () => failing(500));
    await press('Synchronize');
    fireEvent.click(screen.getAllByRole('button', { name: 'Synchronize' }).at(-1)!);
    await advanceTime(50);
    expect(screen.getByText('Synchronization failed.')).toBeDefined();
  });

  const answers = ['Continue', 'Continue', 'Delete all'];

  it.each([1, 2, 3])('deletes no sample when question %i of three is cancelled', async (cancelled) => {
    const { requestsTo } = await open(RESET, wiped);
    await press('Reset All');
    for (const answer of answers.slice(0, cancelled - 1)) await press(answer);
    expect(screen.getByText(new RegExp(`Question ${cancelled} of 3`))).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requestsTo(RESET)).toEqual([]);
  });

  it.each([
    [wiped, 'All samples successfully reset!'],
    [() => failing(500), 'Sample reset failed.'],
  ])('deletes every sample after three confirmations, and shows the result', async (answer, text) => {
    sampleCache.set('ru-RU-Standard-A', 'blob:played');
    const { requestsTo } = await open(RESET, answer);
    await press('Reset All');
    for (const answer of answers) {
      expect(requestsTo(RESET)).toEqual([]);
      await press(answer);
    }
    expect(requestsTo(RESET)).toHaveLength(1);
    expect(screen.getByText(text)).toBeDefined();
    // Cached samples must not be played instead of new ones.
    expect(sampleCache.get('ru-RU-Standard-A')).toBe(text.startsWith('All') ? undefined : 'blob:played');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a toast at the top right for 5 s, or until it is clicked', async () => {
    await open(RESET, wiped);
    const done = () => screen.queryByText('All samples successfully reset!');
    const reset = async () => {
      await press('Reset All');
      for (const answer of answers) await press(answer);
    };
    await reset();
    expect(done()!.closest('[data-position]')?.getAttribute('data-position')).toBe('top-right');
    await advanceTime(4_800);
    expect(done()).not.toBeNull();
    // The toast also fades.
    await advanceTime(600);
    expect(done()).toBeNull();
    await reset();
    fireEvent.click(done()!);
    await advanceTime(600);
    expect(done()).toBeNull();
  });
});
