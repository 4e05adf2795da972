import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { aVoice } from '../../../testing/voice-factory.ts';
import { advanceTime, press, setUpCatalogueTests, open } from './testing/catalogue.tsx';

setUpCatalogueTests({ fakeTimers: true });

const RUN: SampleRun = {
  id: 1,
  state: 'running',
  pause_reason: null,
  total: 3,
  success: 1,
  error_count: 0,
  errors: [],
  last_error: null,
  current: { voice_name: 'b', display_name: 'Bo' },
  started_at: '2026-11-20T10:00:00.000Z',
  ended_at: null,
};
const voices = () => [
  aVoice({ voice_name: 'a', display_name: 'Ada' }),
  aVoice({ voice_name: 'b', display_name: 'Bo' }),
];

/** The page with a server that has this run, which a test may change. */
async function openRun(run: SampleRun | null, started: SampleRun | null = run) {
  const server = { run };
  const page = await open(voices(), ({ path, method }) => {
    if (!path.startsWith('/voices/sample-run')) return undefined;
    if (method === 'POST' && path === '/voices/sample-run') server.run = started;
    return Response.json({ run: server.run });
  });
  return { ...page, server };
}
const begin = async () => {
  await press('Create Samples');
  expect(screen.getByText('Are you sure you want to create samples for all voices by filter?')).toBeDefined();
  await press('Create');
};

it('starts the creation on the server with the filters, follows it, and reports its end', async () => {
  const { server, requestsTo } = await openRun(null, RUN);
  await begin();
  expect(requestsTo('/voices/sample-run', 'POST')[0]?.body).toEqual({
    q: '',
    language: 'all',
    blocked: 'all',
    voice_type: 'all',
    gender: 'all',
  });
  expect(screen.getByText('2 of 3: Bo')).toBeDefined();
  for (const name of ['Create Samples', 'Synchronize', 'Reset All'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  const errors = [{ voice_name: 'b', display_name: 'Bo', error: 'No such voice' }];
  server.run = { ...RUN, success: 1, error_count: 1, errors, current: { voice_name: 'c', display_name: 'Cy' } };
  await advanceTime(2_100);
  expect(screen.getByText('3 of 3: Cy')).toBeDefined();
  expect(screen.getByText('Bo: No such voice')).toBeDefined();
  server.run = { ...server.run, state: 'done', success: 2, current: null };
  await advanceTime(2_100);
  expect(screen.getByText('Done! Success: 2, errors: 1')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Creating samples' })).toBeNull();
});

it('says when every matching voice has a sample', async () => {
  await openRun(null, null);
  await begin();
  expect(screen.getByText('All voices already have samples!')).toBeDefined();
});

it('shows a run that was paused because the provider is away, and resumes it', async () => {
  const { requestsTo } = await openRun({
    ...RUN,
    state: 'paused',
    pause_reason: 'provider',
    last_error: 'It does not answer',
  });
  expect(screen.getByText('The speech provider seems to be away: It does not answer')).toBeDefined();
  await press('Resume');
  expect(requestsTo('/voices/sample-run/resume', 'POST')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await advanceTime(50);
  expect(requestsTo('/voices/sample-run/stop', 'POST')).toHaveLength(1);
});
