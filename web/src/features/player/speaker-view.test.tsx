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
  clockOffMs: 0,
  storage: 'kept',
  slept: null,
};
const PLAYER = { pairAgain: vi.fn(), allowSound: vi.fn() } as unknown as Player;
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
