import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, describe, beforeAll } from 'vitest';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/commands/runs';
import type { RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import userEvent from '@testing-library/user-event';
import { refusal, stubServer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { startI18n } from '../../../lib/i18n.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { RunDialog, RunDeliveries } from './run-dialog.tsx';
import { RunListDialog } from './run-list-dialog.tsx';
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
    const server = await openPage(
      <RunDialog id={ID} onList={() => undefined} onClose={() => undefined} />,
      ({ path }) => Response.json(path === PATH ? run : []),
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
});

describe('the lists of runs', () => {
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
    const { user } = await openPage(
      <RunListDialog onOpen={() => undefined} onClose={() => undefined} />,
      ({ params }) => (params['page'] === '1' ? ofThirty(RUN) : refusal(500)),
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

  it('states how many devices are offline, starts the run with its targets, and closes', async () => {
    const { server, onClose } = open(() => Response.json({ run_id: ID, devices: 3, offline: 1 }, { status: 202 }));
    await screen.findByText('3 devices: 2 online, 1 offline');
    await submit();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.requestsTo('/command-runs', 'POST').map(({ body }) => body)).toEqual([
      {
        command: 'refresh_info',
        params: {},
        targets: TARGETS,
        wave_size: 50,
        pause_s: 0,
        max_error_rate: 0.2,
        queue_offline: false,
      },
    ]);
  });

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

  it('stays open with the reason where the server refuses the run', async () => {
    const { onClose } = open(() => refusal(409, '20 commands of yours are still being sent.'));
    await submit();
    await screen.findByText('20 commands of yours are still being sent.');
    expect(onClose).not.toHaveBeenCalled();
  });
});
