import type { PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { expect, it } from 'vitest';
import { aPageState, PAGE_ANSWER } from '../testing/page-factory.ts';
import { lightOf } from './talk-button.tsx';
import { isActive, isOnAir, phaseOf, remainingMs, type TalkState } from './talk-state.ts';

const live = (counts: PageState['counts']): TalkState => ({
  phase: 'live',
  page: PAGE_ANSWER,
  state: aPageState({ state: 'live', counts }),
  since: 0,
});

it.each([
  ['opening', aPageState({ counts: { invited: 2 } })],
  ['opening', aPageState({ counts: { offline: 1, busy: 1 } })],
  ['ready', aPageState({ counts: { ready: 1, invited: 1 } })],
  ['live', aPageState({ state: 'live', counts: { offline: 2 } })],
] as const)('is %s', (phase, state) => expect(phaseOf(state, false)).toBe(phase));

it('is not live while the chime sounds', () =>
  expect(phaseOf(aPageState({ state: 'live', counts: { ready: 2 } }), true)).toBe('ready'));

it('is on air only while somebody hears what is said', () => {
  expect(isOnAir({ phase: 'idle' })).toBe(false);
  expect(isOnAir({ phase: 'ready', page: null, state: aPageState({ counts: { ready: 1 } }), since: 0 })).toBe(false);
  expect(isOnAir(live({ offline: 1, busy: 2, old: 3 }))).toBe(false);
  expect(isOnAir(live({ speaking: 1 }))).toBe(true);
  expect(isOnAir(live({ late: 1 }))).toBe(true);
  const recorded = aPageState({ state: 'live', path: 'record', counts: { ready: 1 } });
  expect(isOnAir({ phase: 'live', page: null, state: recorded, since: 0 })).toBe(false);
});

it('is unheard while nobody is asked any more', () => {
  const opening = (counts: PageState['counts']): TalkState => ({
    phase: 'opening',
    page: PAGE_ANSWER,
    state: aPageState({ counts }),
    since: 0,
  });
  expect(lightOf({ phase: 'opening', page: PAGE_ANSWER, state: null, since: 0 })).toBe('opening');
  expect(lightOf(opening({ invited: 1, offline: 2 }))).toBe('opening');
  expect(lightOf(opening({ offline: 3 }))).toBe('unheard');
  expect(lightOf(opening({ offline: 1, busy: 1, old: 1 }))).toBe('unheard');
});

it('counts the time that is left since the state came', () => {
  const talk = live({ ready: 1 });
  if (!isActive(talk)) throw new Error('it is');
  expect(remainingMs(talk, 1_000)).toBe(119_000);
  expect(remainingMs(talk, 500_000)).toBe(0);
});
