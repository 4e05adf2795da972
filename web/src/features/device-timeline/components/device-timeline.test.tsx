import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
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
