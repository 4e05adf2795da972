import { notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { fakeAudio } from '../../../testing/fake-audio.ts';
import { FavoriteVoices } from './favorite-voices.tsx';
import { renderRoutes } from '../../../testing/render-page.tsx';

type Reply = (request: Request) => Response | Promise<Response>;
const LANGUAGES = ['de', 'en', 'ru'].map((code) => ({ code, name: `${code} language`, native: code, flag: '' }));
const voice = (name: string, gender: string, voice_type: string) => ({
  voice_name: `ru-RU-${name}`,
  display_name: name,
  gender,
  voice_type,
  language: 'ru',
  language_codes: ['ru-RU'],
  has_sample: true,
});
const VOICES = [
  voice('Walt', 'male', 'wavenet'),
  voice('Boris', 'male', 'standard'),
  voice('Anna', 'female', 'neural2'),
  voice('Kit', 'neutral', 'standard'),
];
const favorite = (name: string) => ({
  voice_name: `ru-RU-${name}`,
  display_name: name,
  gender: 'female',
  language_codes: ['ru-RU'],
  sample_url: `/audio/samples/ru-RU-${name}.mp3`,
  added_at: new Date().toISOString(),
});

const asked: string[] = [];
const audio = fakeAudio();
vi.stubGlobal('Audio', function Audio() {
  return audio;
});
let replies: Record<string, Reply>;
const mp3: Reply = () => new Response('mp3', { headers: { 'Content-Type': 'audio/mpeg' } });
const fails: Reply = () => Response.json({ error: 'Not now', code: 'internal' }, { status: 500 });

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  notifications.clean();
  asked.length = 0;
  audio.heard.length = 0;
  audio.refuses = () => false;
  await startI18n();
  replies = {
    'GET users/info': () => Response.json({ error: 'No', code: 'internal' }, { status: 500 }),
    'GET voices/languages': () => Response.json(LANGUAGES),
    'GET voices/language/ru': () => Response.json(VOICES),
    'GET voices/favorites': () => Response.json([]),
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/', '')}`;
    const body = request.method === 'GET' ? '' : ` ${await request.clone().text()}`;
    asked.push(call + body);
    return (replies[call] ?? mp3)(request);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(address = '/language?lang=ru', options?: Parameters<typeof userEvent.setup>[0]) {
  const routes = [{ path: '/language', element: <FavoriteVoices /> }];
  const { router } = renderRoutes(routes, { address, toasts: true });
  return { user: userEvent.setup(options), search: () => router.state.location.search };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const pickVoice = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await screen.findByText('4 available');
  await user.click(await button(/^Voice: /));
  await user.type(await screen.findByRole('combobox'), `${name}{Enter}`);
  await button(`Voice: ${name}`);
};
const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Favorites' });
  return within(list).getAllByRole('listitem');
};

describe('choosing', () => {
  it('offers the genders of the language, counts, and orders voices: female, male, others, then name', async () => {
    replies['GET voices/favorites'] = () => Response.json([favorite('Anna')]);
    const { user, search } = open();
    await screen.findByText('4 available');
    await button('All 1/4 in your favorites');
    await user.click(await button(/^Voice: /));
    const dialog = await screen.findByRole('dialog', { name: 'Choose a voice (4 available)' });
    const texts = within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(texts).toEqual(['AnnaFemaleNeural2', 'BorisMaleStandard', 'WaltMaleWavenet', 'KitNeutralStandard']);
    await user.click(within(dialog).getByText('Walt'));
    expect(search()).toBe('?lang=ru&voice=ru-RU-Walt');
    await user.click(await button('Female'));
    expect(screen.getByText('1 available')).toBeDefined();
    expect((await button(/^Voice: /)).textContent).toBe('Choose a voice');
  });

  it('offers no gender that the language does not have', async () => {
    replies['GET voices/language/ru'] = () => Response.json(VOICES.slice(0, 2));
    open();
    await screen.findByText('2 available');
    expect(screen.queryByRole('button', { name: 'Female' })).toBeNull();
    expect(await button('Male')).toBeDefined();
  });

  it('clears a search with Escape, and closes with the next', async () => {
    const { user } = open();
    await screen.findByText('4 available');
    await user.click(await button(/^Language: /));
    const search = await screen.findByRole('combobox');
    await user.type(search, 'ru');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(search).toHaveProperty('value', '');
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.type(search, 'en l{Enter}');
    await button('Language: en language');
    expect(localStorage.getItem('lastVoiceLanguage')).toBe('"en"');
    await user.click(await button(/^Language: /));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['the saved choice', { saved: '"de"', lang: 'ru' }, 'de'],
    ['the person’s own', { saved: null, lang: 'ru' }, 'ru'],
    ['English', { saved: null, lang: 'xx' }, 'en'],
  ])('opens with %s', async (_which, { saved, lang }, language) => {
    if (saved !== null) localStorage.setItem('lastVoiceLanguage', saved);
    replies['GET users/info'] = () => Response.json(makeProfile({ lang }));
    open('/language');
    expect((await button(`Language: ${language} language`)).textContent).toBe(`${language} language`);
  });

  it('goes on with the built-in languages and voices where none can be read', async () => {
    replies['GET voices/languages'] = fails;
    replies['GET voices/language/ru'] = fails;
    const { user } = open();
    await button('Language: Русский');
    expect(await screen.findByText(/^Languages could not be loaded/)).toBeDefined();
    expect(await screen.findByText(/^The voices of this language could not be loaded/)).toBeDefined();
    expect(screen.getByText('2 available')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    replies['GET voices/language/ru'] = () => Response.json(VOICES);
    await user.click((await screen.findAllByRole('button', { name: 'Retry' })).at(-1)!);
    await screen.findByText('4 available');
  });
});

describe('adding', () => {
  it('says so for ten seconds, and lists it', async () => {
    const { user } = open();
    await pickVoice(user, 'Anna');
    replies['POST voices/voice/favorite'] = () => Response.json({ success: true });
    replies['GET voices/favorites'] = () => Response.json([favorite('Anna')]);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(await button('Add to Favorites'));
    await screen.findByText('"Anna" added to favorites!');
    expect(asked).toContain(
      'POST voices/voice/favorite {"voice_name":"ru-RU-Anna","sample_url":"/audio/samples/ru-RU-Anna.mp3"}',
    );
    expect(await rows()).toHaveLength(1);
    expect(await button('In your favorites')).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(screen.queryByText('"Anna" added to favorites!')).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('"Anna" added to favorites!')).toBeNull();
  });

  it('needs a voice', async () => {
    const { user } = open();
    await screen.findByText('4 available');
    await user.click(await button('Add to Favorites'));
    await screen.findByText('Voice data not found');
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ['is refused', fails, 'Failed to add to favorites: Not now'],
    ['never arrives', () => Promise.reject(new TypeError('fetch failed')), 'Network error. Please try again.'],
  ])('that %s says so and keeps the choice', async (_how, reply, text) => {
    const { user } = open();
    await pickVoice(user, 'Anna');
    replies['POST voices/voice/favorite'] = reply;
    await user.click(await button('Add to Favorites'));
    await screen.findByText(text);
    expect(await button('Voice: Anna')).toBeDefined();
  });
});

it('a voice that is gone when it is added is not offered again', async () => {
  const { user } = open();
  await pickVoice(user, 'Anna');
  replies['POST voices/voice/favorite'] = () =>
    Response.json({ error: 'No such voice', code: 'not_found' }, { status: 404 });
  replies['GET voices/language/ru'] = () => Response.json(VOICES.slice(0, 2));
  await user.click(await button('Add to Favorites'));
  await screen.findByText('Failed to add to favorites: No such voice');
  await screen.findByText('2 available');
});

describe('the favourites', () => {
  it('that are none say how to begin', async () => {
    open();
    await screen.findByText('No Favorite Voices Yet');
    expect(screen.getByText('Discover and save your favorite AI voices')).toBeDefined();
    const steps = within(screen.getByRole('list', { name: 'How to add one' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Select language and voice',
      'Listen to the sample',
      'Click Add to Favorites',
    ]);
  });

  it('that cannot be read say so, with Retry', async () => {
    replies['GET voices/favorites'] = fails;
    const { user } = open();
    await screen.findByText('Not now');
    replies['GET voices/favorites'] = () => Response.json([favorite('Anna')]);
    await user.click(await button('Retry'));
    expect(await rows()).toHaveLength(1);
  });

  it('are removed', async () => {
    replies['GET voices/favorites'] = () => Response.json([favorite('Anna'), favorite('Boris')]);
    const { user } = open();
    await rows();
    replies['DELETE voices/voice/favorite'] = fails;
    await user.click(await button('Remove Anna'));
    await screen.findByText('Error removing from favorites');
    replies['DELETE voices/voice/favorite'] = () => Response.json({ success: true });
    replies['GET voices/favorites'] = () => Response.json([favorite('Boris')]);
    await user.click(await button('Remove Anna'));
    await screen.findByText('Voice removed!');
    expect(asked).toContain('DELETE voices/voice/favorite {"voice_name":"ru-RU-Anna"}');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('play one at a time, and are loaded once', async () => {
    replies['GET voices/favorites'] = () => Response.json([favorite('Nora'), favorite('Boris')]);
    const { user } = open();
    await user.click(await button('Play Nora'));
    await button('Stop Nora');
    await waitFor(() => expect(audio.heard).toHaveLength(1));
    await user.click(await button('Play Boris'));
    await button('Play Nora');
    await waitFor(() => expect(audio.heard).toHaveLength(2));
    await user.click(await button('Stop Boris'));
    await user.click(await button('Play Nora'));
    await waitFor(() => expect(audio.heard).toHaveLength(3));
    expect(audio.heard[2]).toBe(audio.heard[0]);
    expect(asked.filter((call) => call.includes('samples/ru-RU-Nora'))).toHaveLength(1);
  });

  it.each<[string, Reply, boolean, string]>([
    ['played', mp3, true, 'Error playing audio'],
    [
      'loaded',
      () => Response.json({ error: 'No', code: 'forbidden' }, { status: 403 }),
      false,
      'Error loading audio sample: Audio file loading error (code: 403)',
    ],
  ])('that cannot be %s say so', async (_what, reply, refuses, text) => {
    replies['GET voices/favorites'] = () => Response.json([favorite('Mute')]);
    replies['GET audio/samples/ru-RU-Mute.mp3'] = reply;
    audio.refuses = () => refuses && { code: 3 };
    const { user } = open();
    await user.click(await button('Play Mute'));
    await screen.findByText(text);
  });
});

describe('the sample', () => {
  it('tells why it cannot be heard, and Try Again tries again', async () => {
    const { user } = open();
    await pickVoice(user, 'Kit');
    const panel = within(screen.getByRole('region', { name: 'Voice sample' }));
    audio.refuses = () => ({ code: 3 });
    await user.click(panel.getByRole('button', { name: 'Play Kit' }));
    const alert = await panel.findByRole('alert');
    expect(alert.textContent).toBe('Audio file loading error (code: 3)Audio format not supported');
    audio.refuses = () => false;
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    await panel.findByText('Playing');
    expect(panel.queryByRole('alert')).toBeNull();
    expect(asked.filter((call) => call.includes('samples/ru-RU-Kit'))).toHaveLength(2);
    act(() => audio.tell('ended'));
    await panel.findByText('Hear how the voice sounds');
  });
});
