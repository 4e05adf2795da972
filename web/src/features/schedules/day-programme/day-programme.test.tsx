import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../../testing/fake-server.ts';
import { aPlaylist, aStation } from '../../../testing/library-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aCompanyInfo, aNode } from '../../../testing/tree-factory.ts';
import { answerWhere, aPlaceItem } from '../../../testing/where-factory.ts';
import { DayPanel } from './day-panel.tsx';
import { columnsOf } from './day-programme-view.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const WINDOW = { days: [1, 2], from: '09:00', to: '18:00', playlist_id: 5, station_id: null, volume: null };

function open(programme: Omit<DayProgramme, 'company_id'>, node = 2) {
  const answer: Answer = ({ path, method, body }) => {
    if (path === '/schedules/day-programme/2') {
      return Response.json({ company_id: 2, ...programme, ...(method === 'PUT' && (body as object)) });
    }
    if (path === '/playlists') return Response.json([aPlaylist(5, { name: 'Calm' })]);
    if (path === '/stations') return Response.json([aStation(8, { name: 'Radio One' })]);
    if (path === '/where')
      return answerWhere(
        body,
        [1, 2].map((id) => aPlaceItem(id, `Shop ${id}`)),
      );
    if (path === '/company/info') return Response.json(aCompanyInfo(aNode(1, { name: 'Main', type: 'Main' })));
    return undefined;
  };
  return openPage(<DayPanel place={node} />, answer);
}

it('copies inherited windows to the node with the first change', async () => {
  const { user, requestsTo } = await open({ source_company_id: 1, windows: [WINDOW] });
  await screen.findByText(/Inherited from Main/);
  expect(screen.queryByRole('button', { name: 'Use inherited' })).toBeNull();
  await user.click(
    within(await screen.findByRole('list', { name: 'Monday – Tuesday' })).getByRole('button', { name: /^Calm/ }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Window' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Wednesday' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsTo('/schedules/day-programme/2', 'PUT')).toHaveLength(1));
  expect(requestsTo('/schedules/day-programme/2', 'PUT')[0]?.body).toEqual({
    windows: [{ ...WINDOW, days: [1, 2, 3] }],
  });
});

it('refuses a window that overlaps with another one of the same day', async () => {
  const { user, requestsTo } = await open({ source_company_id: 2, windows: [WINDOW] });
  await user.click(await screen.findByRole('button', { name: 'Add a window' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Window' }));
  await user.click(dialog.getByText('Radio station'));
  await user.click(dialog.getByRole('combobox', { name: 'Radio station' }));
  await user.click(await dialog.findByRole('option', { name: 'Radio One' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('It overlaps with Calm, 09:00 – 18:00');
  expect(requestsTo('/schedules/day-programme/2', 'PUT')).toHaveLength(0);
});

it('returns to what is inherited after a confirmation', async () => {
  const { user, requestsTo } = await open({ source_company_id: 2, windows: [WINDOW] });
  await user.click(await screen.findByRole('button', { name: 'Use inherited' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Use inherited' }));
  await waitFor(() => expect(requestsTo('/schedules/day-programme/2', 'PUT')[0]?.body).toEqual({ windows: [] }));
});

it('gives each playlist and station a colour, and red to what is gone', async () => {
  const radio = { ...WINDOW, from: '18:00', to: '20:00', playlist_id: null, station_id: 8 };
  const gone = { ...WINDOW, from: '06:00', to: '09:00', playlist_id: 77 };
  await open({ source_company_id: 2, windows: [WINDOW, radio, gone] });
  const column = within(await screen.findByRole('list', { name: 'Monday – Tuesday' }));
  const colourOf = async (name: RegExp) => (await column.findByRole('button', { name })).style.background;
  const [calm, station, red] = [await colourOf(/^Calm/), await colourOf(/^Radio One/), await colourOf(/^No longer/)];
  expect(red).toContain('error');
  expect(new Set([calm, station, red]).size).toBe(3);
});

it('shows days that follow each other with the same music as one', () => {
  const columns = columnsOf([
    { ...WINDOW, days: [1, 2, 3, 5] },
    { ...WINDOW, days: [6, 7] },
  ]);
  expect(columns.map(({ from, to, windows }) => [from, to, windows])).toEqual([
    [1, 3, [0]],
    [4, 4, []],
    [5, 5, [0]],
    [6, 7, [1]],
  ]);
});

it('says that no music is planned', async () => {
  await open({ source_company_id: null, windows: [] });
  await screen.findByText('No music is planned here or above.');
});

it('says that a place does not exist', async () => {
  await open({ source_company_id: 2, windows: [WINDOW] }, 9);
  await screen.findByText('This place does not exist any more, or is not yours.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
