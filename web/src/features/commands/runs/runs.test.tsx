import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, describe, beforeAll } from 'vitest';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/command-runs/runs';
import userEvent from '@testing-library/user-event';
import { stubServer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { startI18n } from '../../../lib/i18n.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { RunDrawer } from './run-drawer.tsx';
import { StartRunDialog } from './start-run-dialog.tsx';

describe('a run', () => {
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
    const server = await openPage(<RunDrawer id={ID} onClose={() => undefined} />, ({ path }) =>
      Response.json(path === PATH ? run : []),
    );
    await screen.findByText('1 of 3 devices');
    run = runIn('finished', 3);
    act(() => void vi.advanceTimersByTime(10_000));
    await screen.findByText('3 of 3 devices');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(server.requestsTo(PATH)).toHaveLength(2);
  });

  it('asks before it cancels a run', async () => {
    const { user, requestsTo } = await openPage(<RunDrawer id={ID} onClose={() => undefined} />, ({ path }) =>
      Response.json(path.startsWith(PATH) && !path.endsWith('deliveries') ? runIn('running', 1) : []),
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
    expect(screen.getByText('Send nothing more?')).toBeDefined();
    expect(requestsTo(`${PATH}/cancel`)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel run' }));
    await vi.waitFor(() => expect(requestsTo(`${PATH}/cancel`, 'POST')).toHaveLength(1));
  });
});

describe('the start of a run', () => {
  const ID = '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111';
  const TARGETS = { serials: ['1234-5678-9012-3456'] };

  beforeAll(startI18n);
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  function open(started: () => Response) {
    const server = stubServer(({ path }) =>
      path.endsWith('/preview') ? Response.json({ devices: 3, online: 2, offline: 1, waves: 1 }) : started(),
    );
    const onClose = vi.fn();
    renderPage(<StartRunDialog targets={TARGETS} label="3 devices" onClose={onClose} />);
    return { server, onClose };
  }
  const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Send to 3 devices' }));

  it('sends the volume and the expiry where they are chosen', async () => {
    const { server } = open(() => Response.json({ run_id: ID, devices: 3, offline: 1 }, { status: 202 }));
    await userEvent.selectOptions(screen.getByLabelText('Command'), 'Set volume');
    await userEvent.selectOptions(screen.getByLabelText('Player'), 'Radio');
    await userEvent.click(screen.getByRole('switch', { name: 'Send when they are back' }));
    await userEvent.selectOptions(screen.getByLabelText('Wait for at most'), '3 days');
    await submit();
    await vi.waitFor(() => expect(server.requestsTo('/command-runs', 'POST')).toHaveLength(1));
    expect(server.requestsTo('/command-runs', 'POST')[0]?.body).toMatchObject({
      command: 'set_volume',
      params: { channel: 2, volume: 50 },
      queue_offline: true,
      expires_in_s: 259_200,
    });
  });
});
