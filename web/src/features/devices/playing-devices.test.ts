import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayingDevices } from '@belfry/schemas/http/devices/playing';
import { expect, it } from 'vitest';
import type { LiveMessage } from '../../lib/mqtt/message.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { applyToPlaying, playingOf } from './playing-devices.ts';

const SERIAL = '1234-5678-9012-3456';
const player = (state: PlayerMessage['state'], current_track: string | null): PlayerMessage => ({
  state,
  current_track,
  volume: 50,
  position: 0,
  duration: 0,
  percentage: 0,
  playlist_length: 1,
  at: '2026-11-20T11:00:00.000Z',
});
const message = (channel: PlayerChannel, payload: PlayerMessage): LiveMessage => ({
  kind: 'player',
  topic: `devices/${SERIAL}/players/${channel}`,
  serial: SERIAL,
  channel,
  payload,
  retained: false,
  receivedAt: Date.now(),
});

it('is what is heard of each device that is online: speech before music', () => {
  const both = { music: player('playing', 'Waltz'), voice: player('playing', 'Lunch') };
  const devices = [
    aDevice({ serial: SERIAL, name: 'Gym', players: both }),
    aDevice({ serial: '1234-5678-9012-0001', players: { music: player('paused', 'Waltz') } }),
    aDevice({ serial: '1234-5678-9012-0002', status: 'offline', players: both }),
  ];
  expect(playingOf(devices)).toEqual({
    total: 1,
    devices: [{ serial: SERIAL, name: 'Gym', channel: 'voice', track: 'Lunch' }],
  });
});

it('follows the player that is shown, until it ends', () => {
  const playing: PlayingDevices = {
    total: 9,
    devices: [{ serial: SERIAL, name: 'Gym', channel: 'music', track: 'Waltz' }],
  };
  applyToPlaying(playing, message('voice', player('stopped', null)));
  applyToPlaying(playing, message('music', player('playing', 'Polka')));
  expect(playing.devices[0]?.track).toBe('Polka');
  applyToPlaying(playing, message('music', player('stopped', null)));
  applyToPlaying(playing, message('music', player('stopped', null)));
  expect(playing).toEqual({ total: 8, devices: [] });
});
