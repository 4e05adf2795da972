import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aDevice } from '../../testing/device-factory.ts';
import { refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DeviceTimeline } from './device-timeline.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(address: string) {
  const answer = () => Response.json({ entries: [], more: false });
  const page = await openPage(<DeviceTimeline serial={aDevice().serial} />, answer, {}, { address });
  return { ...page, type: (name: string) => screen.findByRole('checkbox', { name }) };
}

it('shows both types when the second is chosen before the first is rendered', async () => {
  const { router, type } = await open('/devices?q=lobby');
  const types = [await type('Commands'), await type('Connections')];
  act(() => types.forEach((each) => fireEvent.click(each)));
  await waitFor(() => expect(router.state.location.search).toBe('?q=lobby&details_types=command%2Cconnection'));
});

it('removes a type that is chosen again', async () => {
  const { router, user, type } = await open('/devices?details_types=command');
  await user.click(await type('Commands'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('says that it could not be loaded, loads again, and says that nothing has happened', async () => {
  let broken = true;
  const { user } = await openPage(<DeviceTimeline serial={aDevice().serial} />, () =>
    broken ? refusal(500) : Response.json({ entries: [], more: false }),
  );
  expect(await screen.findByText('The timeline could not be loaded.')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing has happened yet')).toBeDefined();
});

it('keeps no entries of the previous types where the chosen ones could not be loaded', async () => {
  const entry = {
    id: 'hoc15tmv40.connection.1',
    at: '2026-11-20T10:00:00.000Z',
    by: null,
    type: 'connection',
    status: 'online',
    silent: false,
    limited: false,
  };
  const { user } = await openPage(<DeviceTimeline serial={aDevice().serial} />, ({ params }) =>
    params['types'] === undefined ? Response.json({ entries: [entry], more: true }) : refusal(500),
  );
  await screen.findByRole('button', { name: 'Show older entries' });
  await user.click(await screen.findByRole('checkbox', { name: 'Commands' }));
  expect(await screen.findByText('The timeline could not be loaded.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});
