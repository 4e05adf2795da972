import type { PageAnswer, PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { faultOf, isFatal, type MicrophoneFault } from '../audio/faults.ts';
import type { CreateEncoder, Encoder } from '../audio/encoder.ts';
import type { Microphone } from '../audio/microphone.ts';
import { createStore, type Store } from '../store.ts';
import type { OpenPageSocket, PageSocket } from './page-socket.ts';
import { isUnheard, phaseOf, type TalkEnd, type TalkState } from './talk-state.ts';

export type TalkDeps = {
  open: () => Promise<PageAnswer>;
  /** Ends a page whose socket was not opened, or not in time. */
  close: (pageId: string) => Promise<unknown>;
  /** The open microphone. Rejects with a MicrophoneError. */
  microphone: () => Promise<Microphone>;
  createEncoder: CreateEncoder;
  openSocket: OpenPageSocket;
};

/** How long the server is given to say that a page has ended, after the last frame. */
const FAREWELL_MS = 2_000;
/** The server tells each second how much time is left; after so many seconds without it the connection is lost, whatever the socket says. */
const SILENT_TICKS = 5;
const TICK_MS = 1_000;

/**
 * One page after the other, at most one at a time. Nothing is connected again: a page that has ended says why. Frames are sent from the
 * moment on that the server says that the places listen.
 */
export type Talk = {
  state: Store<TalkState>;
  start: (deps: TalkDeps) => Promise<void>;
  stop: () => void;
  abandon: () => void;
};

export function createTalk(): Talk {
  const state = createStore<TalkState>({ phase: 'idle' });
  let current: Session | null = null;
  return {
    state,
    start: async (deps) => {
      if (current?.isActive() === true) return;
      const before = current?.over;
      current = createSession(state, deps);
      await current.run(before);
    },
    stop: () => void current?.stop(),
    abandon: () => current?.end('closed'),
  };
}

type Session = ReturnType<typeof createSession>;

function createSession(store: Store<TalkState>, deps: TalkDeps) {
  let isOver = false;
  let stopping: TalkEnd | null = null;
  let page: PageAnswer | null = null;
  let socket: PageSocket | null = null;
  let encoder: Encoder | null = null;
  let last: PageState | null = null;
  let capturedAt = Date.now();
  const undo: (() => void)[] = [];
  /** Settles when the server has ended a page that was given up, so that the person may open the next one. */
  const session = { over: Promise.resolve<unknown>(undefined) };
  store.set({ phase: 'opening', page, state: null, since: Date.now() });

  const giveUp = ({ page_id }: PageAnswer): Promise<unknown> => deps.close(page_id).catch(() => undefined);
  const end = (reason: TalkEnd, error?: unknown): void => {
    if (isOver) return;
    isOver = true;
    for (const each of undo.splice(0)) each();
    encoder?.close();
    socket?.close();
    if (page && last?.state !== 'ended') session.over = giveUp(page);
    store.set({ phase: 'ended', page, state: last, end: reason, ...(error !== undefined && { error }) });
  };

  const listen = (microphone: Microphone): void => {
    const silence = microphone.onSamples((samples, at) => {
      capturedAt = at;
      if (store.get().phase === 'live') encoder?.encode(samples, at);
    });
    const ignore = microphone.onFault((fault) => {
      if (fault !== null && isFatal(fault)) void stop(fault);
    });
    undo.push(silence, ignore);
  };

  /** Sends what was said to the end, then says so. Before anybody could hear it, the page is given up. */
  async function stop(reason: 'closed' | MicrophoneFault = 'closed'): Promise<void> {
    if (isOver || stopping !== null) return;
    stopping = reason;
    const now = store.get();
    if (now.phase !== 'live' || !socket || !encoder) {
      const released = last && isUnheard(last) ? 'unheard' : 'released';
      end(reason === 'closed' ? released : reason);
      return;
    }
    store.set({ ...now, phase: 'ending' });
    await encoder.flush();
    if (isOver) return;
    socket.sendEnd(capturedAt);
    const timer = setTimeout(() => end(reason), FAREWELL_MS);
    undo.push(() => clearTimeout(timer));
  }

  const join = (answer: PageAnswer): void => {
    const lost = (): void => end('network');
    globalThis.addEventListener('offline', lost);
    undo.push(() => globalThis.removeEventListener('offline', lost));
    store.set({ phase: 'opening', page: answer, state: null, since: Date.now() });
    let isChiming = answer.speak_after_ms > 0;
    const show = (next: PageState): void =>
      store.set({
        phase: stopping === null ? phaseOf(next, isChiming) : 'ending',
        page: answer,
        state: next,
        since: Date.now(),
      });
    const timer = setTimeout(() => {
      isChiming = false;
      if (last && !isOver) show(last);
    }, answer.speak_after_ms);
    let silentTicks = 0;
    const watch = setInterval(() => {
      silentTicks = store.get().phase === 'live' ? silentTicks + 1 : 0;
      if (silentTicks > SILENT_TICKS) end('network');
    }, TICK_MS);
    undo.push(
      () => clearTimeout(timer),
      () => clearInterval(watch),
    );
    socket = deps.openSocket(answer.audio_url, {
      onState: (next) => {
        if (isOver) return;
        last = next;
        silentTicks = 0;
        if (next.state === 'ended') end(stopping ?? next.ended_by ?? 'network');
        else show(next);
      },
      onClosed: () => end(stopping ?? 'network'),
    });
  };

  /** @param before settles when the previous page has ended */
  async function run(before: Promise<unknown> | undefined): Promise<void> {
    try {
      // No chime sounds for a microphone that does not work.
      const microphone = await deps.microphone();
      if (isOver) return;
      listen(microphone);
    } catch (error) {
      return end(faultOf(error));
    }
    await before;
    if (isOver) return;
    const opening = deps.open();
    // Its failure is read below, after the encoder.
    session.over = opening.then(
      (answer) => (isOver ? giveUp(answer) : undefined),
      () => undefined,
    );
    try {
      const candidate = await deps.createEncoder({
        onPacket: (packet, at) => socket?.send(packet, at),
        onFailed: () => end('encoder'),
      });
      if (isOver) return candidate.close();
      encoder = candidate;
    } catch {
      return end('encoder');
    }
    try {
      page = await opening;
    } catch (error) {
      return end('failed', error);
    }
    if (!isOver) join(page);
  }

  return Object.assign(session, { run, stop, end, isActive: () => !isOver });
}
