import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  requestsTo,
  button,
  fails,
  favorite,
  open,
  pickVoice,
  replies,
  type Reply,
  rows,
  setUpFavoriteVoices,
  VOICES,
} from './favorite-voices-harness.tsx';

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
