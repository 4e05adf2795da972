import type { PageAnswer, PageEnd, PageState } from '@belfry/schemas/http/live-pages/live-pages';
import type { MicrophoneFault } from '../audio/faults.ts';

/**
 * Why speaking has ended. Those of the page come from the server; besides:
 * - released: the button was let go before anybody could hear; unheard: none of the places could be asked, or all are busy;
 * - failed: the page could not be opened, with the reason of the server;
 * - network: the connection was lost; encoder: this browser cannot encode;
 * - the faults of a microphone.
 */
export type TalkEnd = PageEnd | MicrophoneFault | 'released' | 'unheard' | 'failed' | 'network' | 'encoder';

/**
 * What happens between a press and the end.
 * - opening: the places are asked; ready: the first of them are, and a chime sounds; live: speak now; ending: nothing more is sent;
 * - ended: with its reason; `error` is that of a call that failed.
 */
export type TalkState =
  | { phase: 'idle' }
  | { phase: 'opening' | 'ready' | 'live' | 'ending'; page: PageAnswer | null; state: PageState | null; since: number }
  | { phase: 'ended'; page: PageAnswer | null; state: PageState | null; end: TalkEnd; error?: unknown };

export type ActiveTalk = Extract<TalkState, { since: number }>;

export const isActive = (talk: TalkState): talk is ActiveTalk => talk.phase !== 'idle' && talk.phase !== 'ended';

type Counts = PageState['counts'];
export const hearing = ({ ready = 0, speaking = 0, late = 0 }: Counts): number => ready + speaking + late;

/** Nobody hears what is said, and nobody is asked any more: all places are offline, busy, or get the recording. */
export const isUnheard = ({ counts }: PageState): boolean => hearing(counts) === 0 && (counts.invited ?? 0) === 0;

/** Somebody hears what is said now; a recording is heard later. */
export const isOnAir = (talk: TalkState): boolean =>
  talk.phase === 'live' && talk.state !== null && talk.state.path !== 'record' && hearing(talk.state.counts) > 0;

/** The phase that the state of a page stands for, while it has not ended. @param isChiming whether the chime before it is not over */
export const phaseOf = ({ state, counts }: PageState, isChiming: boolean): ActiveTalk['phase'] => {
  if (state === 'live' && !isChiming) return 'live';
  return state === 'live' || hearing(counts) > 0 ? 'ready' : 'opening';
};

/** The time that is left, in ms; `since`: when the state came. */
export const remainingMs = ({ state, since }: ActiveTalk, now: number): number | null =>
  state && Math.max(0, state.remaining_ms - Math.max(0, now - since));
