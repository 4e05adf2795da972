import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { RunHistory } from './run-history.tsx';
import { aRun } from './testing/run-factory.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps no announcements and no pager of the previous page where the next one could not be loaded', async () => {
  const { deliveries: _deliveries, ...run } = aRun();
  const { user } = await openPage(<RunHistory />, ({ params }) =>
    params['page'] === '1' ? Response.json([run], { headers: { 'X-Total-Count': '45' } }) : refusal(500),
  );
  await screen.findByText(run.title);
  screen.getByText('1–20 of 45 announcements');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('alert');
  expect(screen.queryByText(run.title)).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('plays what was said live, and says how many have heard each', async () => {
  const { deliveries: _deliveries, ...run } = aRun(
    { state: 'finished' },
    {
      kind: 'page',
      title: 'Live page',
      devices: 3,
      counts: { finished: 2, offline: 1 },
      recording: { sha256: 'a'.repeat(64), duration_ms: 4_000 },
    },
  );
  const { user, requestsTo } = await openPage(<RunHistory />, ({ path }) =>
    path === '/announcements/runs' ? Response.json([run], { headers: { 'X-Total-Count': '1' } }) : undefined,
  );
  await screen.findByText('heard 2 of 3');
  await user.click(screen.getByRole('button', { name: 'Listen: Live page' }));
  await waitFor(() => expect(requestsTo(audioContentHttp.createLink)).toHaveLength(1));
});
