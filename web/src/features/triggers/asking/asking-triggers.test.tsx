import type { TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { AskingTriggers } from './asking-triggers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FIRING: TriggerFiring = {
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
};

describe('a trigger that asks', () => {
  it('is declined, and is gone when nothing asks', async () => {
    let asking = [FIRING];
    const { user, requestsTo } = await openPage(
      <AskingTriggers />,
      firstOf(
        on(triggersHttp.asking, () => asking),
        on(triggersHttp.decline, () => {
          asking = [];
          return { ...FIRING, state: 'declined' as const };
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    await vi.waitFor(() => expect(requestsTo(triggersHttp.decline)).toHaveLength(1));
    await vi.waitFor(() => expect(screen.queryByText('Panic button asks to start')).toBeNull());
  });
});
