import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/commands/runs';
import type { RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { RunDeliveries } from './run-dialog.tsx';
import { RunListDialog } from './run-list-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = Object.fromEntries(RUN_DELIVERY_STATES.map((state) => [state, 0])) as CommandRun['counts'];
const RUN: CommandRun = {
  run_id: '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111',
  command: 'clear_cache',
  params: {},
  state: 'finished',
  reason: null,
  issued_by: null,
  wave_size: 50,
  pause_s: 0,
  max_error_rate: 1,
  queue_offline: false,
  expires_in_s: null,
  devices: 30,
  waves: 1,
  wave: 1,
  next_wave_at: null,
  counts: { ...none, succeeded: 30 },
  ended: 30,
  failures: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
};
const DELIVERY: RunDelivery = {
  serial: '1234-5678-9012-3456',
  name: 'Hall',
  wave: 1,
  state: 'succeeded',
  reason: null,
  error_type: null,
  sent_at: null,
  settled_at: null,
};
const ofThirty = (row: object) => Response.json([row], { headers: { 'X-Total-Count': '30' } });

it('keeps no runs of the previous page where the next one could not be loaded', async () => {
  const { user } = await openPage(<RunListDialog onOpen={() => undefined} onClose={() => undefined} />, ({ params }) =>
    params['page'] === '1' ? ofThirty(RUN) : refusal(500),
  );
  await screen.findByText('1–8 of 30');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('The list could not be loaded.');
  expect(screen.queryByText(/of 30/)).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('keeps no devices of the previous state where those of another one could not be loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { user } = await openPage(<RunDeliveries run={RUN} />, ({ params }) =>
    params['state'] === undefined ? ofThirty(DELIVERY) : promise,
  );
  const list = await screen.findByRole('list');
  screen.getByText('1–10 of 30 devices');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'All failures');
  await vi.waitFor(() => expect(list.getAttribute('aria-busy')).toBe('true'));
  resolve(refusal(500));
  await screen.findByText('The devices could not be loaded.');
  expect(screen.queryByText(/of 30/)).toBeNull();
  for (const role of ['list', 'navigation']) expect(screen.queryByRole(role)).toBeNull();
});
