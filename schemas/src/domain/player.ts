import { z } from 'zod';

export const PLAYER_CHANNELS = ['voice', 'music', 'radio'] as const;
export const playerChannelSchema = z.enum(PLAYER_CHANNELS).meta({ id: 'PlayerChannel' });
export type PlayerChannel = z.infer<typeof playerChannelSchema>;

/** Channel numbers on the wire of commands: voice 0, music 1, radio 2 (specification 002 §9). */
export const CHANNEL_NUMBERS: Record<PlayerChannel, 0 | 1 | 2> = { voice: 0, music: 1, radio: 2 };

/** The channel with this number, or undefined where there is none. */
export const channelOfNumber = (number: number): PlayerChannel | undefined => PLAYER_CHANNELS[number];

/** Words for a playing player (specification 002 §4). */
export const PLAY_STATES = ['play', 'playing', 'started', 'resume', 'running', 'active', 'on', 'enabled'] as const;

/** Words for a player that does not play (specification 002 §4). */
export const STOP_STATES = [
  'stop',
  'stopped',
  'pause',
  'paused',
  'idle',
  'error',
  'inactive',
  'off',
  'disabled',
  'end',
  'finished',
] as const;

export const playerStateWordSchema = z.enum([...PLAY_STATES, ...STOP_STATES]).meta({ id: 'PlayerStateWord' });
export type PlayerStateWord = z.infer<typeof playerStateWordSchema>;

const playing: ReadonlySet<string> = new Set(PLAY_STATES);

/** Whether this state word means that sound comes out; unknown words mean it does not. */
export const isPlaying = (state: string): boolean => playing.has(state.toLowerCase());
