import { screen, waitFor, within, act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { makeProfile } from '../../../testing/profile-factory.ts';
import {
  button,
  fails,
  favorite,
  open,
  replies,
  setUpFavoriteVoices,
  VOICES,
  requestsTo,
  pickVoice,
  type Reply,
  rows,
} from './testing/favorite-voices-harness.tsx';

describe('the choice of a voice', () => {
  setUpFavoriteVoices();

  describe('choosing', () => {
    it('offers the genders of the language with counts, and orders voices: female, male, others, then name', async () => {
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

    it('uses the built-in languages and voices where none can be read', async () => {
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
});

describe('adding a favourite', () => {
  setUpFavoriteVoices();

  describe('adding', () => {
    it('shows a message for 10 s, and lists the voice', async () => {
      const { user } = open();
      await pickVoice(user, 'Anna');
      replies['POST voices/voice/favorite'] = () => Response.json({ success: true });
      replies['GET voices/favorites'] = () => Response.json([favorite('Anna')]);
      vi.useFakeTimers({ shouldAdvanceTime: true });
      await user.click(await button('Add to Favorites'));
      await screen.findByText('"Anna" added to favorites!');
      expect(requestsTo).toContain(
        'POST voices/voice/favorite {"voice_name":"ru-RU-Anna","sample_url":"/audio/samples/ru-RU-Anna.mp3"}',
      );
      expect(await rows()).toHaveLength(1);
      const added = await button('In your favorites');
      expect(added.getAttribute('aria-disabled')).toBe('true');
      expect(document.activeElement).toBe(added);
      await act(() => vi.advanceTimersByTimeAsync(9_000));
      expect(screen.queryByText('"Anna" added to favorites!')).not.toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      expect(screen.queryByText('"Anna" added to favorites!')).toBeNull();
    });

    it('requires a voice', async () => {
      const { user } = open();
      await screen.findByText('4 available');
      await user.click(await button('Add to Favorites'));
      await screen.findByText('Voice data not found');
      expect(requestsTo.filter((call) => call.startsWith('POST'))).toEqual([]);
    });

    it.each<[string, Reply, string]>([
      ['is refused', fails, 'Failed to add to favorites: Not now'],
      ['never arrives', () => Promise.reject(new TypeError('fetch failed')), 'Network error. Please try again.'],
    ])('that %s shows an error and keeps the choice', async (_how, reply, text) => {
      const { user } = open();
      await pickVoice(user, 'Anna');
      replies['POST voices/voice/favorite'] = reply;
      await user.click(await button('Add to Favorites'));
      await screen.findByText(text);
      expect(await button('Voice: Anna')).toBeDefined();
    });
  });

  it('no longer offers a voice that does not exist when it is added', async () => {
    const { user } = open();
    await pickVoice(user, 'Anna');
    replies['POST voices/voice/favorite'] = () =>
      Response.json({ error: 'No such voice', code: 'not_found' }, { status: 404 });
    replies['GET voices/language/ru'] = () => Response.json(VOICES.slice(0, 2));
    await user.click(await button('Add to Favorites'));
    await screen.findByText('Failed to add to favorites: No such voice');
    await screen.findByText('2 available');
  });
});
