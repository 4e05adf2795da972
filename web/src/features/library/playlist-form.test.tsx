import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { anAudio, anItem, aPlaylist } from '../../testing/library-factory.ts';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LibraryPage } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LOBBY = aPlaylist(7, { name: 'Lobby', shuffle: true, no_repeat: 20, crossfade_s: 3 });
const answer: Answer = ({ path, method }) => {
  if (path === '/library') return Response.json([anItem('playlists', LOBBY)], { headers: { 'X-Total-Count': '1' } });
  if (path === '/playlists/7' && method === 'PUT') return Response.json(LOBBY);
  return undefined;
};

it('a playlist says how long tracks overlap, and how many others are heard before one is heard again', async () => {
  const { user, requestsTo } = await openPage(<LibraryPage />, answer, {}, { address: '/library?kind=playlists' });
  await user.click(await screen.findByRole('link', { name: 'Lobby' }));
  await user.click(await screen.findByRole('button', { name: /^More ·/ }));
  const crossfade = await screen.findByRole('textbox', { name: 'Crossfade, s' });
  expect(crossfade).toHaveProperty('value', '3');
  fireEvent.change(crossfade, { target: { value: '12' } });
  const others = screen.getByRole('textbox', { name: 'Other sounds before one is played again' });
  expect(others).toHaveProperty('value', '20');
  await user.clear(others);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(requestsTo('/playlists/7', 'PUT')[0]?.body).toMatchObject({ crossfade_s: 12, no_repeat: null }),
  );
});

it('the number of others is for random order only', async () => {
  const { user } = await openPage(<LibraryPage />, answer, {}, { address: '/library?kind=playlists' });
  await user.click(await screen.findByRole('link', { name: 'Lobby' }));
  await user.click(await screen.findByRole('button', { name: /^More ·/ }));
  await user.click(await screen.findByRole('switch', { name: 'Play in random order' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Other sounds/ })).toBeNull());
});

it('a playlist that plays audio twice loses only the entry that is removed', async () => {
  const twice = aPlaylist(7, { name: 'Lobby', audio_ids: [4, 5, 4] });
  const listed = (...rows: unknown[]) => Response.json(rows, { headers: { 'X-Total-Count': String(rows.length) } });
  const { user, requestsTo } = await openPage(
    <LibraryPage />,
    (call) => {
      if (call.path === '/library') return listed(anItem('playlists', twice));
      if (call.path === '/audio') return listed(anAudio(4, { name: 'Jazz' }), anAudio(5, { name: 'Blues' }));
      return answer(call);
    },
    {},
    { address: '/library?kind=playlists' },
  );
  await user.click(await screen.findByRole('link', { name: 'Lobby' }));
  const [first] = await screen.findAllByRole('button', { name: /^Remove.*Jazz/ });
  await user.click(first!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsTo('/playlists/7', 'PUT')[0]?.body).toMatchObject({ audio_ids: [5, 4] }));
});
