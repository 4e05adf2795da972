import type { Listening } from './use-listen.ts';

/** The state of the play button with this key. */
export const playStateOf = (listening: Listening, key: string): 'off' | 'waiting' | 'on' =>
  listening?.key !== key ? 'off' : listening.waiting ? 'waiting' : 'on';
