import type { AskingFiring } from '@belfry/schemas/http/triggers/firings';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { AskingTriggers } from './asking-triggers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FIRING: AskingFiring = {
  firing_id: 8,
  trigger_id: 5,
  name: 'Panic button',
  company_id: 12,
  source: 'input',
  state: 'asking',
  ends: false,
  reason: null,
  run_id: null,
  details: { serial: '1111-2222-3333-4444', input: 'button1', user_id: 3 },
  at: '2026-11-20T10:30:00.000Z',
  created_at: '2026-11-20T10:30:00.000Z',
  expires_at: '2026-11-20T10:45:00.000Z',
  decided_by: null,
  decided_at: null,
  asks: {
    action: 'emergency',
    what: 'Fire',
    says: 'Leave the house',
    place: 'School B',
    sites: { total: 1, names: ['School B'] },
    devices: 6,
    reachable: 0,
  },
};
const { asks: _asks, ...DECIDED } = FIRING;

describe('a trigger that asks', () => {
  it('says what would start where, who would hear it, why, and what is said, also before it is confirmed', async () => {
    const { user } = await openPage(
      <AskingTriggers />,
      on(triggersHttp.asking, () => [FIRING]),
    );
    const question = await screen.findByRole('alert');
    for (const text of ['Emergency “Fire” at School B', '0 of 6 devices would hear it now', 'It says: Leave the house'])
      expect(within(question).getByText(text)).toBeDefined();
    expect(within(question).getByText('1111-2222-3333-4444 · button1')).toBeDefined();
    expect(within(question).getByRole('link', { name: 'Place: School B' }).getAttribute('href')).toBe('/places/12');
    await user.click(within(question).getByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start Panic button' }));
    expect(dialog.getByText('Emergency “Fire” at School B')).toBeDefined();
    expect(dialog.getByText('0 of 6 devices would hear it now')).toBeDefined();
  });

  it('of a public alert shows headline, severity and area', async () => {
    const alert = { headline: 'Storm near Kiel', severity: 'Severe', area: 'Kiel' };
    const asks = { ...FIRING.asks, action: 'alert' as const, what: null, says: 'Storm near Kiel. Stay inside.' };
    await openPage(
      <AskingTriggers />,
      on(triggersHttp.asking, () => [{ ...FIRING, source: 'alert' as const, details: alert, asks }]),
    );
    expect(await screen.findByText('Public alert at School B')).toBeDefined();
    expect(screen.getByText('Storm near Kiel · Severe · Kiel')).toBeDefined();
    expect(screen.getByText('It says: Storm near Kiel. Stay inside.')).toBeDefined();
  });

  it('is declined, and is gone when nothing asks', async () => {
    let asking = [FIRING];
    const { user, requestsTo } = await openPage(
      <AskingTriggers />,
      firstOf(
        on(triggersHttp.asking, () => asking),
        on(triggersHttp.decline, () => {
          asking = [];
          return { ...DECIDED, state: 'declined' as const };
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    await vi.waitFor(() => expect(requestsTo(triggersHttp.decline)).toHaveLength(1));
    await vi.waitFor(() => expect(screen.queryByText(/Panic button asks to start/)).toBeNull());
  });
});
