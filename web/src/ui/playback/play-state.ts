import type { Playback } from './use-playback.ts';

/** The state of the play button with this key. */
export const playStateOf = (playback: Playback, key: string): 'off' | 'waiting' | 'on' =>
  playback?.key !== key ? 'off' : playback.waiting ? 'waiting' : 'on';
