import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  requestsTo,
  audio,
  button,
  fails,
  favorite,
  mp3,
  open,
  pickVoice,
  replies,
  type Reply,
  rows,
  setUpFavoriteVoices,
} from './testing/favorite-voices-harness.tsx';

setUpFavoriteVoices();

describe('the favourites', () => {
  it('show how to begin when there are none', async () => {
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

  it('show an error with Retry when they cannot be read', async () => {
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
    expect(document.activeElement).toBe(await button('Remove Anna'));
    replies['DELETE voices/voice/favorite'] = () => Response.json({ success: true });
    replies['GET voices/favorites'] = () => Response.json([favorite('Boris')]);
    await user.click(await button('Remove Anna'));
    await screen.findByText('Voice removed!');
    expect(requestsTo).toContain('DELETE voices/voice/favorite {"voice_name":"ru-RU-Anna"}');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(document.activeElement).toBe(await button('Remove Boris'));
    replies['GET voices/favorites'] = () => Response.json([]);
    await user.keyboard('{Enter}');
    const empty = await screen.findByText('No Favorite Voices Yet');
    expect(document.activeElement?.contains(empty)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('play one at a time, and are loaded once', async () => {
    replies['GET voices/favorites'] = () => Response.json([favorite('Nora'), favorite('Boris')]);
    const { user } = open();
    await user.click(await button('Play Nora'));
    await button('Stop Nora');
    await waitFor(() => expect(audio.played).toHaveLength(1));
    await user.click(await button('Play Boris'));
    await button('Play Nora');
    await waitFor(() => expect(audio.played).toHaveLength(2));
    await user.click(await button('Stop Boris'));
    await user.click(await button('Play Nora'));
    await waitFor(() => expect(audio.played).toHaveLength(3));
    expect(audio.played[2]).toBe(audio.played[0]);
    expect(requestsTo.filter((call) => call.includes('samples/ru-RU-Nora'))).toHaveLength(1);
  });

  it.each<[string, Reply, boolean, string]>([
    ['played', mp3, true, 'Error playing audio'],
    [
      'loaded',
      () => Response.json({ error: 'No', code: 'forbidden' }, { status: 403 }),
      false,
      'Error loading audio sample: Audio file loading error (code: 403)',
    ],
  ])('show an error when they cannot be %s', async (_what, reply, refuses, text) => {
    replies['GET voices/favorites'] = () => Response.json([favorite('Mute')]);
    replies['GET audio/samples/ru-RU-Mute.mp3'] = reply;
    audio.refuses = () => refuses && { code: 3 };
    const { user } = open();
    await user.click(await button('Play Mute'));
    await screen.findByText(text);
  });
});

describe('the sample', () => {
  it('shows why it cannot be played, and Try Again retries', async () => {
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
    expect(requestsTo.filter((call) => call.includes('samples/ru-RU-Kit'))).toHaveLength(2);
    act(() => audio.emit('ended'));
    await panel.findByText('Hear how the voice sounds');
  });
});
