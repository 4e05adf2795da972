import { afterEach, expect, it, vi } from 'vitest';
import { holdAlone, type OnlyOne } from './only-one.ts';

const open: OnlyOne[] = [];
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});

/** Tabs of plain http, which have no locks, or of a secure context, which share them. */
function openTab(locks: LockManager | null) {
  const said: string[] = [];
  const events = { begin: () => void said.push('begin'), other: () => void said.push('other') };
  const tab = holdAlone(events, locks);
  open.push(tab);
  return { said, ...tab };
}

it.each([
  ['by a lock', () => navigator.locks],
  ['by asking, on plain http', () => null],
])(
  'one of two tabs is the loudspeaker %s, and the other takes over when it is told to, or when that is closed',
  async (_, locks) => {
    const first = openTab(locks());
    await vi.waitFor(() => expect(first.said).toEqual(['begin']));
    const second = openTab(locks());
    await vi.waitFor(() => expect(second.said).toEqual(['other']));
    second.takeOver();
    await vi.waitFor(() => expect(second.said).toEqual(['other', 'begin']), 5_000);
    expect(first.said).toEqual(['begin', 'other']);
    second.close();
    await vi.waitFor(() => expect(first.said.at(-1)).toBe('begin'), 5_000);
  },
);

it('of two that ask at the same time on plain http, one begins', async () => {
  const tabs = [openTab(null), openTab(null)];
  await vi.waitFor(() => expect(tabs.every(({ said }) => said.length > 0)).toBe(true), 5_000);
  expect(new Set(tabs.map(({ said }) => said[0]))).toEqual(new Set(['begin', 'other']));
});
