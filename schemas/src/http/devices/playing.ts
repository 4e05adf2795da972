import { z } from 'zod';
import { playerChannelSchema } from '../../domain/player.ts';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';

export const PLAYING_SHOWN_MAX = 5;

/** A device and what is heard of it: speech before music, and music before radio. */
export const playingDeviceSchema = z
  .strictObject({
    serial: serialSchema,
    name: z.string().nullable().describe('what its node is called, else its note, else its host name'),
    channel: playerChannelSchema,
    track: z.string().nullable(),
  })
  .meta({ id: 'PlayingDevice' });
export type PlayingDevice = z.infer<typeof playingDeviceSchema>;

export const playingDevicesSchema = z
  .strictObject({
    total: z.int().describe('how many devices are online and play something'),
    devices: z.array(playingDeviceSchema).max(PLAYING_SHOWN_MAX).describe('some of them'),
  })
  .meta({ id: 'PlayingDevices' });
export type PlayingDevices = z.infer<typeof playingDevicesSchema>;

/** What plays now; see HOME-15. */
export const playingHttp = {
  playing: endpoint({
    method: 'get',
    path: '/devices/playing',
    summary: 'How many devices of the fleet play something now, and what some of them play',
    answer: playingDevicesSchema,
    errors: ['rate_limited'],
  }),
};
