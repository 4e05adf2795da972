import type { SampleFailure } from './sample-failure.ts';

/** The state of the page's one player, and the control that owns it. */
export type PlayerState = {
  owner: string | null;
  phase: 'idle' | 'loading' | 'playing' | 'failed';
  /** The attempt of loading, from 1. */
  attempt: number;
  failure: SampleFailure | null;
};
export const IDLE: PlayerState = { owner: null, phase: 'idle', attempt: 0, failure: null };

export type PlayerEvent =
  | { type: 'asked'; owner: string }
  | { type: 'tried'; attempt: number }
  | { type: 'started' }
  | { type: 'finished' }
  | { type: 'failed'; failure: SampleFailure };

/** The reducer; an event that does not match the state, such as the end of a stopped sample, is ignored. */
export function nextState(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'asked':
      return { owner: event.owner, phase: 'loading', attempt: 1, failure: null };
    case 'tried':
      return state.phase === 'loading' ? { ...state, attempt: event.attempt } : state;
    case 'started':
      return state.phase === 'loading' ? { ...state, phase: 'playing' } : state;
    case 'finished':
      return state.phase === 'loading' || state.phase === 'playing' ? IDLE : state;
    case 'failed':
      return state.phase === 'loading' || state.phase === 'playing'
        ? { ...state, phase: 'failed', failure: event.failure }
        : state;
  }
}
