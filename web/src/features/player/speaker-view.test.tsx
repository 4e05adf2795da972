import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { renderUi } from '../../testing/render-page.tsx';
import type { PlayerState } from './messages.ts';
import type { Player } from './player.ts';
import { SpeakerView } from './speaker-view.tsx';

beforeAll(startI18n);
afterEach(cleanup);

const PLACE = { name: 'Entrance', place: 'Shop 12', time_zone: 'Europe/Berlin', language: 'de-DE' };
const STATE: PlayerState = {
  stage: 'running',
  pairing: null,
  pairingNews: null,
  connection: 'up',
  downSince: null,
  place: PLACE,
  saying: null,
  background: null,
  volume: 50,
  isFlashing: false,
  next: [],
  screen: { emergency: null, texts: [] },
  clockOffMs: 0,
  storage: 'kept',
  slept: null,
};
const shown = vi.fn();
const PLAYER = { pairAgain: vi.fn(), allowSound: vi.fn(), shown } as unknown as Player;
const show = (change: Partial<PlayerState>) =>
  renderUi(<SpeakerView player={PLAYER} state={{ ...STATE, ...change }} sound="on" />);

it('is quiet only where it could be heard, or has been connected', () => {
  show({});
  expect(screen.getByText('Quiet')).toBeTruthy();
  cleanup();
  show({ connection: 'down', downSince: Date.now() });
  expect(screen.getByText('Quiet')).toBeTruthy();
  expect(screen.getByText(/^No connection since/)).toBeTruthy();
});

it('says that it has never been connected, once the first connection takes long', () => {
  const never = { place: null, connection: 'down' } as const;
  show({ ...never, downSince: null });
  expect(screen.getByText('Not connected yet')).toBeTruthy();
  expect(screen.queryByText(/never been connected/)).toBeNull();
  cleanup();
  show({ ...never, downSince: Date.now() });
  expect(screen.getByText(/^This loudspeaker has never been connected/)).toBeTruthy();
  expect(screen.queryByText('Quiet')).toBeNull();
});

it('flashes while its output is on', () => {
  show({});
  expect(screen.queryByText('The screen flashes')).toBeNull();
  cleanup();
  show({ isFlashing: true });
  expect(screen.getByText('The screen flashes')).toBeTruthy();
});

const TEXTS = [
  { id: 8, text: 'Water in the cellar', colour: 'blue' },
  { id: 7, text: 'Storm', colour: 'orange' },
] as const;

it('shows the texts of scenarios, and says which are on it', () => {
  show({ screen: { emergency: null, texts: [...TEXTS] } });
  const texts = [...screen.getByRole('region', { name: 'Texts' }).children] as HTMLElement[];
  expect(texts.map(({ textContent, dataset }) => [textContent, dataset['colour']])).toEqual([
    ['Water in the cellar', 'blue'],
    ['Storm', 'orange'],
  ]);
  expect(shown.mock.lastCall).toEqual([[8, 7]]);
  cleanup();
  show({});
  expect(screen.getByRole('region', { name: 'Texts' }).textContent).toBe('');
  expect(shown.mock.lastCall).toEqual([[]]);
});

const FIRE = { title: 'Fire', text: 'Leave the building', drill: false };
const saying = (priority: 'emergency' | 'say_now') =>
  ({ runId: 'one', title: 'Fire', text: 'Es brennt', language: 'de', priority, isLive: false }) as const;

it('has an emergency at its place over everything, in its own words where it says it', () => {
  const over = (emergency: PlayerState['screen']['emergency'], says: PlayerState['saying'] = null) => {
    cleanup();
    show({ saying: says, screen: { emergency, texts: [] } });
    return screen.queryByRole('alert')?.textContent;
  };
  expect(over(null, saying('say_now'))).toBeUndefined();
  expect(over(FIRE)).toBe('EmergencyLeave the building');
  expect(over({ ...FIRE, text: null, drill: true })).toBe('DrillFire');
  expect(over(null, saying('emergency'))).toBe('EmergencyEs brennt');
  expect(over({ ...FIRE, drill: true }, saying('emergency'))).toBe('DrillEs brennt');
  expect(over(FIRE, saying('say_now'))).toBe('EmergencyLeave the building');
});
