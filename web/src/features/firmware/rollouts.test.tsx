import { groupsHttp } from '@belfry/schemas/http/groups';
import type { Rollout } from '@belfry/schemas/http/firmware/rollouts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { anArchive } from '../../testing/archive-factory.ts';
import { refusal, stubServer, type Answer } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { aRollout, aRolloutDevice } from '../../testing/rollout-factory.ts';
import { ClientVersions } from './index.ts';
import { INITIAL_FORM, rolloutOf, sharesOf } from './rollout-dialog.tsx';

describe('rollouts', () => {
  beforeEach(() => startI18n());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function open(rollouts: Rollout[], answer: Answer = () => undefined, address = '/devices') {
    const server = stubServer((call) => {
      const own = answer(call);
      if (own) return own;
      const { method, path } = call;
      if (path === '/client/archives') return Response.json({ success: true, error: null, archives: [anArchive(3.5)] });
      if (path === '/client/rollouts' && method === 'GET') return Response.json(rollouts);
      if (path === '/client/rollouts/preview') return Response.json({ devices: 500, offline: 3, phases: [5, 45, 450] });
      if (path === groupsHttp.list.path)
        return Response.json([
          { id: 7, name: 'Halls', device_count: 1 },
          { id: 8, name: 'Yards', device_count: 2 },
        ]);
      if (path.endsWith('/devices')) {
        return Response.json([aRolloutDevice()], { headers: { 'X-Total-Count': '1' } });
      }
      return undefined;
    });
    const view = renderPage(<ClientVersions />, { address, toasts: true });
    return { server, user: userEvent.setup(), ...view };
  }
  const rowOf = async () => (await screen.findByRole('list', { name: 'Rollouts' })).querySelector('li')!;

  it('makes phases of groups, and shows why the server refuses', async () => {
    const { server, user } = open([], ({ method, path }) =>
      method === 'POST' && path === '/client/rollouts' ? refusal(409, 'Another rollout is running') : undefined,
    );
    await user.click(await screen.findByRole('button', { name: /^Roll out belfry/ }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'Groups' }));
    expect(within(dialog).getByRole('button', { name: 'Start rollout' })).toHaveProperty('disabled', true);
    await within(dialog).findByRole('option', { name: 'Halls' });
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Group' }), '7');
    await user.click(within(dialog).getByRole('button', { name: 'Add a phase' }));
    const second = within(within(dialog).getByRole('group', { name: 'Phase 2' }));
    await user.selectOptions(second.getByRole('combobox', { name: 'Group' }), '8');
    await user.click(within(dialog).getByRole('button', { name: 'Start rollout' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Another rollout is running');
    expect(server.requestsTo('/client/rollouts', 'POST')[0]?.body).toMatchObject({
      phases: [{ group_ids: [7] }, { group_ids: [8] }],
    });
  });

  it('follows the devices that still install after their rollout has stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stopped = (verifying: number, installed: number): Rollout =>
      aRollout({ state: 'stopped', counts: { ...aRollout().counts, downloading: 0, verifying, installed } });
    const rollouts = [stopped(1, 0)];
    const { server } = open(rollouts);
    await screen.findByText(/Verifying: 1/);
    rollouts[0] = stopped(0, 1);
    act(() => void vi.advanceTimersByTime(10_000));
    await screen.findByText(/Installed: 1/);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(server.requestsTo('/client/rollouts', 'GET')).toHaveLength(2);
  });

  it.each([
    ['running', 'Pause', 'pause'],
    ['paused', 'Resume', 'resume'],
    ['stopped', 'Resume', 'resume'],
  ] as const)('a rollout that is %s: %s', async (state, name, change) => {
    const rollout = aRollout({ state });
    const { server, user } = open([rollout], ({ method }) => (method === 'POST' ? Response.json(rollout) : undefined));
    await user.click(within(await rowOf()).getByRole('button', { name }));
    const path = `/client/rollouts/${rollout.rollout_id}/${change}`;
    await waitFor(() => expect(server.requestsTo(path, 'POST')).toHaveLength(1));
  });

  it('asks before it cancels', async () => {
    const rollout = aRollout();
    const { server, user } = open([rollout], ({ method }) =>
      method === 'POST' ? refusal(409, 'It has ended') : undefined,
    );
    await user.click(within(await rowOf()).getByRole('button', { name: 'Cancel rollout' }));
    expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
    const question = await screen.findByText(/Devices that have begun will finish/);
    await user.click(
      within(question.closest('[role]') ?? document.body).getByRole('button', { name: 'Cancel rollout' }),
    );
    await screen.findByText('It has ended');
    expect(server.requestsTo(`/client/rollouts/${rollout.rollout_id}/cancel`)).toHaveLength(1);
  });

  it.each(['running', 'paused'] as const)(
    'starts no other rollout and keeps its archive while one is %s',
    async (state) => {
      open([aRollout({ state, filename: 'belfry-client-3.5.tar.zst' })]);
      const reason = await screen.findByText(/is being rolled out\. Until that has ended/);
      for (const name of [/^Roll out belfry/, /^Delete belfry/]) {
        const button = screen.getByRole('button', { name });
        expect(button).toHaveProperty('disabled', true);
        expect(button.getAttribute('aria-describedby')).toBe(reason.id);
      }
    },
  );

  it.each(['stopped', 'cancelled'] as const)(
    'keeps the archive while devices still install it from a rollout that is %s',
    async (state) => {
      const counts = { ...aRollout().counts, downloading: 0, verifying: 1 };
      open([aRollout({ state, counts, filename: 'belfry-client-3.5.tar.zst' })]);
      const reason = await screen.findByText(/^Some devices still install version 3\.5\./);
      const remove = screen.getByRole('button', { name: /^Delete belfry/ });
      expect(remove).toHaveProperty('disabled', true);
      expect(remove.getAttribute('aria-describedby')).toBe(reason.id);
      expect(screen.getByRole('button', { name: /^Roll out belfry/ })).toHaveProperty('disabled', false);
    },
  );

  it.each(['stopped', 'cancelled', 'finished'] as const)(
    'releases the archive of a rollout that is %s',
    async (state) => {
      const counts = { ...aRollout().counts, downloading: 0, pending: 0, installed: 500 };
      open([aRollout({ state, counts, filename: 'belfry-client-3.5.tar.zst' })]);
      await rowOf();
      for (const name of [/^Roll out belfry/, /^Delete belfry/])
        expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false);
    },
  );
});

describe('the form of a rollout', () => {
  const FILE = 'belfry-client-3.5.tar.zst';

  it('begins with 1, 10 and 100 percent, a threshold of ten percent and a minute between the phases', () =>
    expect(rolloutOf(FILE, INITIAL_FORM)).toEqual({
      filename: FILE,
      phases: [1, 10, 100],
      max_error_rate: 0.1,
      phase_pause_s: 60,
    }));

  it.each([
    ['1, 10, 100', [1, 10, 100]],
    ['5 % 50 %', [5, 50]],
    ['0.5;100', [0.5, 100]],
    ['', []],
  ])('reads the shares of %j', (text, shares) => expect(sharesOf(text)).toEqual(shares));

  it.each(['', 'ten', '10, 1', '0', '101', '10, 10'])('refuses the shares %j', (shares) =>
    expect(rolloutOf(FILE, { ...INITIAL_FORM, shares })).toBeNull(),
  );

  it('makes a phase of each chosen group', () => {
    const form = { ...INITIAL_FORM, by: 'groups' as const, groups: [7, null, 3] };
    expect(rolloutOf(FILE, form)?.phases).toEqual([{ group_ids: [7] }, { group_ids: [3] }]);
    expect(rolloutOf(FILE, { ...form, groups: [null] })).toBeNull();
  });

  it('includes devices with a newer version only where that is chosen', () => {
    expect(rolloutOf(FILE, INITIAL_FORM)).not.toHaveProperty('allow_downgrade');
    expect(rolloutOf(FILE, { ...INITIAL_FORM, allowDowngrade: true })).toMatchObject({ allow_downgrade: true });
  });

  it('refuses empty numbers', () => {
    expect(rolloutOf(FILE, { ...INITIAL_FORM, errorPercent: '' })).toBeNull();
    expect(rolloutOf(FILE, { ...INITIAL_FORM, pauseSeconds: '' })).toBeNull();
  });
});
