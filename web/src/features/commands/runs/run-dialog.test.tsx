import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/commands/runs';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { RunDialog } from './run-dialog.tsx';

const ID = '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111';
const PATH = `/command-runs/${ID}`;
const NONE = Object.fromEntries(RUN_DELIVERY_STATES.map((state) => [state, 0]));
const runIn = (state: CommandRun['state'], ended: number) => ({
  run_id: ID,
  command: 'clear_cache',
  params: {},
  state,
  reason: null,
  issued_by: null,
  wave_size: 50,
  pause_s: 0,
  max_error_rate: 1,
  queue_offline: false,
  expires_in_s: null,
  devices: 3,
  waves: 1,
  wave: 1,
  next_wave_at: null,
  counts: { ...NONE, succeeded: ended, pending: 3 - ended },
  ended,
  failures: 0,
  created_at: '2026-11-20T10:00:00Z',
  finished_at: null,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the end of a run whose events were lost, and then asks no more', async () => {
  let run = runIn('running', 1);
  const server = await openPage(<RunDialog id={ID} onList={() => undefined} onClose={() => undefined} />, ({ path }) =>
    Response.json(path === PATH ? run : []),
  );
  await screen.findByText('1 of 3 devices');
  run = runIn('finished', 3);
  act(() => void vi.advanceTimersByTime(10_000));
  await screen.findByText('3 of 3 devices');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(server.requestsTo(PATH)).toHaveLength(2);
});

it('says why a run could not be loaded, and loads it again', async () => {
  let broken = true;
  const { user } = await openPage(
    <RunDialog id={ID} onList={() => undefined} onClose={() => undefined} />,
    ({ path }) =>
      path === PATH
        ? broken
          ? refusal(500, 'Something broke')
          : Response.json(runIn('finished', 3))
        : Response.json([]),
  );
  expect(await screen.findByText('Something broke')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('3 of 3 devices')).toBeDefined();
});

it('asks before it cancels a run', async () => {
  const { user, requestsTo } = await openPage(
    <RunDialog id={ID} onList={() => undefined} onClose={() => undefined} />,
    ({ path }) => Response.json(path.startsWith(PATH) && !path.endsWith('deliveries') ? runIn('running', 1) : []),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
  expect(screen.getByText('Send nothing more?')).toBeDefined();
  expect(requestsTo(`${PATH}/cancel`)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel run' }));
  await vi.waitFor(() => expect(requestsTo(`${PATH}/cancel`, 'POST')).toHaveLength(1));
});
