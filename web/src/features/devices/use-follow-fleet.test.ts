import { expect, it } from 'vitest';
import type { FleetSummary } from '@belfry/schemas/mqtt/messages';
import { countsBehind } from './use-follow-fleet.ts';

const summary = (override: Partial<FleetSummary> = {}): FleetSummary => ({
  total: 10,
  by_status: { online: 6, offline: 3, maintenance: 1 },
  by_mode: { no: 0, new: 1, pass: 0, active: 9, blocked: 0, wait: 0, ok: 0 },
  at: '2026-11-20T12:00:00.000Z',
  ...override,
});
const busier = summary({ by_status: { online: 7, offline: 2, maintenance: 1 } });

it('does not care who is online while every status is shown', () => {
  const all = { status: 'all', mode: 'all' } as const;
  expect(countsBehind(all, busier)).toBe(countsBehind(all, summary()));
  expect(countsBehind(all, summary({ total: 11 }))).not.toBe(countsBehind(all, summary()));
});

it('cares about the status and the mode that are filtered', () => {
  const online = { status: 'online', mode: 'all' } as const;
  expect(countsBehind(online, busier)).not.toBe(countsBehind(online, summary()));
  const blocked = { status: 'all', mode: 'blocked' } as const;
  expect(countsBehind(blocked, busier)).toBe(countsBehind(blocked, summary()));
});
