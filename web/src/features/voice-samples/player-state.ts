import type { SampleFailure } from './sample-failure.ts';

/** What the page's one player does, and for which control of the page. */
export type PlayerState = {
  owner: string | null;
  phase: 'idle' | 'loading' | 'playing' | 'failed';
  /** Of loading, from 1. */
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

/** The next state; an event that does not fit, such as the end of what was stopped before, changes nothing. */
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
