import { describe, expect, it } from 'vitest';
import type { FleetSummary } from '@belfry/schemas/mqtt/console-messages';
import { isOutdated, membershipKey } from './use-follow-fleet.ts';

const summary = (override: Partial<FleetSummary> = {}): FleetSummary => ({
  total: 10,
  by_status: { online: 6, offline: 3, maintenance: 1 },
  by_mode: { no: 0, new: 1, pass: 0, active: 9, blocked: 0, wait: 0, ok: 0 },
  at: '2026-11-20T12:00:00.000Z',
  ...override,
});
const later = summary({ at: '2026-11-20T12:00:01.000Z' });

it('refetches an unfiltered list only when the number of devices changes', () => {
  const all = { status: 'all', mode: 'all' } as const;
  expect(membershipKey(all, later)).toBe(membershipKey(all, summary()));
  expect(membershipKey(all, summary({ total: 11 }))).not.toBe(membershipKey(all, summary()));
});

it.each([
  { status: 'online', mode: 'all' },
  { status: 'all', mode: 'blocked' },
  { status: 'all', mode: 'all', version: '1.4.2' },
  { status: 'all', mode: 'all', seen: '24h' },
] as const)('refetches a list filtered by %j after every summary, even with equal counts', (filters) => {
  expect(membershipKey(filters, later)).not.toBe(membershipKey(filters, summary()));
});

describe('a loaded list', () => {
  const all = { status: 'all', mode: 'all' } as const;
  const online = { status: 'online', mode: 'all' } as const;
  const seen = (key: string | null, view = 'online') => ({ view, key });

  it('is outdated when the key changes', () => {
    expect(isOutdated(seen('a'), seen('b'), online)).toBe(true);
    expect(isOutdated(seen('10'), seen('11'), all)).toBe(true);
    expect(isOutdated(seen('a'), seen('a'), online)).toBe(false);
  });

  it('may be outdated at the first summary when it is filtered, since it was read before', () => {
    expect(isOutdated(seen(null), seen('a'), online)).toBe(true);
    expect(isOutdated(seen(null), seen('10'), all)).toBe(false);
    expect(isOutdated(seen(null), seen(null), online)).toBe(false);
  });

  it('is not outdated by a change of its filters, which reads it anew', () =>
    expect(isOutdated(seen('a'), seen('b', 'offline'), online)).toBe(false));
});
