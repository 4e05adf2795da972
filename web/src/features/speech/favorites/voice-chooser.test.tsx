import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  button,
  favorite,
  open,
  replies,
  setUpFavoriteVoices,
  VOICES,
  pickVoice,
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
  });
});

describe('adding a favourite', () => {
  setUpFavoriteVoices();

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
