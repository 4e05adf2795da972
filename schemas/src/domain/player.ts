import { z } from 'zod';

export const PLAYER_CHANNELS = ['voice', 'music', 'radio'] as const;
export const playerChannelSchema = z.enum(PLAYER_CHANNELS).meta({ id: 'PlayerChannel' });
export type PlayerChannel = z.infer<typeof playerChannelSchema>;

/** Channel numbers in commands; see CMD-3. */
export const CHANNEL_NUMBERS: Record<PlayerChannel, 0 | 1 | 2> = { voice: 0, music: 1, radio: 2 };

export const channelOfNumber = (number: number): PlayerChannel | undefined => PLAYER_CHANNELS[number];

/** The states of a player that is playing; see CONF-9. */
export const PLAY_STATES = ['play', 'playing', 'started', 'resume', 'running', 'active', 'on', 'enabled'] as const;

/** The states of a player that is not playing; see CONF-9. */
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

/** Whether this state means that the player is playing; unknown states mean that it is not. */
export const isPlaying = (state: string): boolean => playing.has(state.toLowerCase());
