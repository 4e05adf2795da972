import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { libraryItemsHttp } from '@belfry/schemas/http/library/items';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { anItem, aPlaylist, aStation } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LibraryPage } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROBLEM = {
  devices: 2,
  reason: 'The station answers 404',
  reason_code: 'station_status' as const,
  reason_params: { status: '404' },
};
const listed = (rows: object[]): Response => Response.json(rows, { headers: { 'X-Total-Count': String(rows.length) } });
const answer = firstOf(
  on(libraryItemsHttp.list, () =>
    listed([
      anItem('stations', aStation(5, { name: 'Jazz FM', problem: PROBLEM })),
      anItem('stations', aStation(6, { name: 'News', fallback_playlist_id: 8 })),
    ]),
  ),
  on(playlistsHttp.list, () => listed([aPlaylist(7, { name: 'Quiet' }), aPlaylist(8, { name: 'Lobby' })])),
  on(stationsHttp.change, ({ body }) => Response.json({ ...aStation(5), ...body, revision: 2 })),
);

async function open(station: string) {
  const page = await openPage(<LibraryPage />, answer, {}, { address: '/library?kind=stations' });
  await page.user.click(await screen.findByRole('link', { name: station }));
  return page;
}

it('a station is saved with the playlist that is heard in its place', async () => {
  const page = await open('Jazz FM');
  await page.user.click(await screen.findByRole('combobox', { name: 'Playlist in its place' }));
  await page.user.click(await screen.findByRole('option', { name: 'Quiet' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(page.requestsTo('/stations/5', 'PUT')[0]?.body).toMatchObject({ fallback_playlist_id: 7 }),
  );
});

it('the form ends the playlist in its place', async () => {
  const page = await open('News');
  await page.user.click(await screen.findByRole('button', { name: 'No playlist in its place' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(page.requestsTo('/stations/6', 'PUT')[0]?.body).toMatchObject({ fallback_playlist_id: null }),
  );
});

it('the list says how many loudspeakers cannot hear a station, and why; the form refuses HLS', async () => {
  const page = await open('Jazz FM');
  expect(await screen.findAllByText('2 loudspeakers cannot hear it: The station answers 404')).toHaveLength(2);
  const address = screen.getByRole('textbox', { name: 'Address of the stream' });
  await page.user.clear(address);
  await page.user.type(address, 'https://radio.test/live.m3u8');
  await screen.findByText(/This is an HLS stream/);
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(page.requestsTo('/stations/5', 'PUT')).toEqual([]);
});
