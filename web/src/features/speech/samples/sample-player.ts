import { type SampleFailure, type LoadedSample, type SampleSource, PLAY_DELAY_MS, wait } from './load-sample.ts';

export type PlayerState = {
  owner: string | null;
  phase: 'idle' | 'loading' | 'playing' | 'failed';
  attempt: number;
  failure: SampleFailure | null;
};

export const IDLE: PlayerState = { owner: null, phase: 'idle', attempt: 0, failure: null };

type PlayerEvent =
  | { type: 'asked'; owner: string }
  | { type: 'tried'; attempt: number }
  | { type: 'started' }
  | { type: 'finished' }
  | { type: 'failed'; failure: SampleFailure };

export type Audio = Pick<HTMLAudioElement, 'play' | 'pause' | 'src' | 'crossOrigin'> & {
  readonly error: Pick<MediaError, 'code'> | null;
  addEventListener(type: 'ended' | 'pause' | 'error', listener: () => void): void;
};

type Load = (signal: AbortSignal, onAttempt: (attempt: number) => void) => Promise<LoadedSample>;
type SamplePlayer = ReturnType<typeof createSamplePlayer>;
/** A player with one audio element: a new sample stops the previous one. `owner` identifies the control. */
export function createSamplePlayer(audio: Audio) {
  let state = IDLE;
  let run = new AbortController();
  const listeners = new Set<() => void>();
  const dispatch = (event: PlayerEvent): void => {
    const next = nextState(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const mediaFailed = (started: boolean): void =>
    dispatch({ type: 'failed', failure: { kind: 'media', code: audio.error?.code ?? 0, started } });

  audio.addEventListener('ended', () => dispatch({ type: 'finished' }));
  audio.addEventListener('pause', () => {
    // A media key or the lock screen pauses too. While another sample is loading, this event belongs to the previous one.
    if (state.phase === 'playing') dispatch({ type: 'finished' });
  });
  audio.addEventListener('error', () => {
    // Before playback, `play()` rejects with the same error.
    if (state.phase === 'playing') mediaFailed(true);
  });

  const stop = (): void => {
    run.abort();
    dispatch({ type: 'finished' });
    audio.pause();
  };

  const start = async ({ url, crossOrigin: isCrossOrigin }: SampleSource, signal: AbortSignal): Promise<void> => {
    if (url === '') return dispatch({ type: 'failed', failure: { kind: 'no_source' } });
    // First with the cross-origin setting, with which errors have details; see VOICE-23.
    for (const crossOrigin of isCrossOrigin ? ['anonymous', null] : [null]) {
      audio.crossOrigin = crossOrigin;
      audio.src = url;
      const refused = await audio.play().then(
        () => false,
        () => true,
      );
      if (signal.aborted) return;
      if (!refused) return dispatch({ type: 'started' });
    }
    if (audio.error) mediaFailed(false);
    else dispatch({ type: 'failed', failure: { kind: 'refused' } });
  };

  return {
    state: (): PlayerState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads and plays; resolves when it plays, has failed, or was replaced. */
    async play(owner: string, load: Load): Promise<void> {
      stop();
      run = new AbortController();
      const { signal } = run;
      dispatch({ type: 'asked', owner });
      try {
        const loaded = await load(signal, (attempt) => !signal.aborted && dispatch({ type: 'tried', attempt }));
        signal.throwIfAborted();
        if ('failure' in loaded) return dispatch({ type: 'failed', failure: loaded.failure });
        await wait(PLAY_DELAY_MS, signal);
        await start(loaded.source, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    stop,
    /** Called when a control is unmounted or changes its voice: stops its sample and clears its failure. */
    leave(owner: string): void {
      if (state.owner !== owner) return;
      stop();
      state = IDLE;
      for (const listener of listeners) listener();
    },
  };
}

let player: SamplePlayer | undefined;

export const getSamplePlayer = (): SamplePlayer => (player ??= createSamplePlayer(new globalThis.Audio()));

/** The reducer; an event that does not match the state, such as the end of a stopped sample, is ignored. */
function nextState(state: PlayerState, event: PlayerEvent): PlayerState {
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
