import { act, cleanup, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeZone } from '../../lib/times.ts';
import { atAddress } from '../../testing/at-address.tsx';
import { rangeOf, useProofAddress, type ProofFilter } from './proof-address.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(address: string) {
  const { result } = renderHook(() => ({ proof: useProofAddress(), search: useLocation().search }), {
    wrapper: atAddress(address),
  });
  return {
    filter: () => ({ ...result.current.proof.filters, page: result.current.proof.page }),
    change: (...changes: Partial<ProofFilter>[]) =>
      act(async () => changes.forEach((each) => result.current.proof.change(each))),
    goTo: (page: number) => act(async () => result.current.proof.goTo(page)),
    search: () => result.current.search,
  };
}
const SHOWN = { view: 'places', unheard: false } as const;
const WEEK = { from: '2026-11-16', to: '2026-11-22', owner: null, node: null, page: 1, ...SHOWN };

it.each([
  ['/say', WEEK],
  [
    '/say?from=2026-01-02&to=2026-01-03&owner=5&place=7&proof_page=4',
    { from: '2026-01-02', to: '2026-01-03', owner: 5, node: 7, page: 4, ...SHOWN },
  ],
  ['/say?from=yesterday&to=2026-02-31x&place=-1&proof_page=x', WEEK],
  ['/say?from=2026-13-01&to=2026-11-22', WEEK],
])('reads %s, with the last week for what is invalid', (address, filter) =>
  expect(open(address).filter()).toEqual(filter),
);

it('opens the first page for another filter, and keeps what else the address names', async () => {
  const list = open('/say?tab=proof&proof_page=4&place=7');
  await list.change({ from: '2026-11-01' });
  expect(list.search()).toBe('?tab=proof&place=7&from=2026-11-01&to=2026-11-22');
  await list.goTo(2);
  expect(list.filter()).toEqual({ from: '2026-11-01', to: '2026-11-22', owner: null, node: 7, page: 2, ...SHOWN });
  await list.change({ node: null });
  expect(list.search()).toBe('?tab=proof&from=2026-11-01&to=2026-11-22');
});

it('keeps both dates when the second is chosen before the first is rendered', async () => {
  const list = open('/say?tab=proof');
  await list.change({ from: '2026-11-01' }, { to: '2026-11-05' });
  expect(list.search()).toBe('?tab=proof&from=2026-11-01&to=2026-11-05');
});

it('is days, and nothing while the last one is before the first', () => {
  const day = { from: '2026-11-22', to: '2026-11-22' };
  expect(rangeOf(day)).toEqual(day);
  expect(rangeOf({ from: '2026-11-22', to: '2026-11-20' })).toBeNull();
  expect(rangeOf({ from: '', to: '2026-11-20' })).toBeNull();
});

it('shows runs, and only what was not heard', async () => {
  const list = open('/say?tab=proof');
  await list.change({ view: 'runs' }, { unheard: true });
  expect(list.search()).toBe('?tab=proof&from=2026-11-16&to=2026-11-22&proof_view=runs&unheard=1');
  expect(list.filter()).toMatchObject({ view: 'runs', unheard: true });
  await list.change({ view: 'music' });
  expect(list.search()).toContain('proof_view=music');
  await list.change({ view: 'places' });
  expect(list.search()).not.toContain('proof_view');
});

it.each([
  ['Asia/Tokyo', '2026-11-17', '2026-11-23'],
  ['America/New_York', '2026-11-16', '2026-11-22'],
])('ends with the day that it is for a reader in %s, whatever the zone of the browser', (zone, from, to) => {
  vi.setSystemTime('2026-11-22T20:00:00Z');
  const AtAddress = atAddress('/say?tab=proof');
  const { result } = renderHook(useProofAddress, {
    wrapper: ({ children }: PropsWithChildren) => (
      <TimeZone value={zone}>
        <AtAddress>{children}</AtAddress>
      </TimeZone>
    ),
  });
  expect(result.current.filters).toMatchObject({ from, to });
});
