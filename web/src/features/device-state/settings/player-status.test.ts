import { describe, expect, it } from 'vitest';
import { CHANNEL_NUMBERS, PLAY_STATES, PLAYER_CHANNELS, STOP_STATES } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import { shownState, statusArgs, stepVolume, storeStatus } from './player-status.ts';

const AT = '2026-11-20T11:00:00.000Z';
const answer: PlayerStatus = {
  channel: 'music',
  state: 'playing',
  volume: 40,
  current_track: 'Blue Train',
  position: 12,
  duration: 60,
  percentage: 20,
  playlist_length: 3,
};

describe('the state of a player', () => {
  it.each(PLAY_STATES)('%s is playing', (state) => expect(shownState(state)).toBe('playing'));
  it.each(STOP_STATES)('%s is not playing', (state) => expect(shownState(state)).not.toBe('playing'));
  it.each([
    ['paused', 'paused'],
    ['ERROR', 'error'],
    ['finished', 'stopped'],
    ['humming', 'stopped'],
    [undefined, 'stopped'],
  ] as const)('%s is shown as %s', (state, shown) => expect(shownState(state)).toBe(shown));
});

it('requests the status by the number of the channel', () => {
  expect(CHANNEL_NUMBERS).toEqual({ voice: 0, music: 1, radio: 2 });
  expect(PLAYER_CHANNELS.map(statusArgs)).toEqual(['0 status', '1 status', '2 status']);
});

describe('an answered status', () => {
  it('replaces what is shown and keeps the time of the last message, whose clock is the device’s', () => {
    const { channel: _channel, ...fields } = answer;
    const device: Pick<Device, 'players'> = { players: { music: { ...fields, state: 'stopped', volume: 1, at: AT } } };
    storeStatus(device, 'music', answer);
    expect(device.players).toEqual({ music: { ...fields, at: AT } });
  });

  it('that failed is the state error with volume 0', () => {
    const device: Pick<Device, 'players'> = { players: {} };
    storeStatus(device, 'radio', null);
    expect(device.players.radio).toMatchObject({ state: 'error', volume: 0, current_track: null, playlist_length: 0 });
  });
});

it.each([
  [0, 1, 10],
  [80, 1, 90],
  [100, 1, 100],
  [75, 1, 80],
  [75, -1, 70],
  [10, -1, 0],
  [0, -1, 0],
] as const)('steps from volume %i in direction %i to %i', (volume, direction, next) =>
  expect(stepVolume(volume, direction)).toBe(next),
);
