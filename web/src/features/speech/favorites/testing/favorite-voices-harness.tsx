import userEvent from '@testing-library/user-event';
import { notifications } from '@mantine/notifications';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { startI18n } from '../../../../lib/i18n.ts';
import { fakeAudio } from '../../../../testing/fake-audio.ts';
import { renderRoutes } from '../../../../testing/render-page.tsx';
import { FavoriteVoices } from '../favorite-voices.tsx';

export type Reply = (request: Request) => Response | Promise<Response>;

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

export const VOICES = [
  voice('Walt', 'male', 'wavenet'),
  voice('Boris', 'male', 'standard'),
  voice('Anna', 'female', 'neural2'),
  voice('Kit', 'neutral', 'standard'),
];

export const favorite = (name: string) => ({
  voice_name: `ru-RU-${name}`,
  display_name: name,
  gender: 'female',
  language_codes: ['ru-RU'],
  sample_url: `/audio/samples/ru-RU-${name}.mp3`,
  added_at: new Date().toISOString(),
});

export const requestsTo: string[] = [];

export const audio = fakeAudio();

export let replies: Record<string, Reply>;

export const mp3: Reply = () => new Response('mp3', { headers: { 'Content-Type': 'audio/mpeg' } });

export function open(address = '/language?lang=ru', options?: Parameters<typeof userEvent.setup>[0]) {
  const routes = [{ path: '/language', element: <FavoriteVoices /> }];
  const { router } = renderRoutes(routes, { address, toasts: true });
  return { user: userEvent.setup(options), search: () => router.state.location.search };
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });

export const pickVoice = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await screen.findByText('4 available');
  await user.click(await button(/^Voice: /));
  await user.type(await screen.findByRole('combobox'), `${name}{Enter}`);
  await button(`Voice: ${name}`);
};

export function setUpFavoriteVoices(): void {
  beforeEach(async () => {
    vi.stubGlobal('Audio', function Audio() {
      return audio;
    });
    sessionStorage.clear();
    localStorage.clear();
    notifications.clean();
    requestsTo.length = 0;
    audio.played.length = 0;
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
      requestsTo.push(call + body);
      return (replies[call] ?? mp3)(request);
    });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
}
