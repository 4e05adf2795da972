import type { PlayerState, SoundCall, ToPage, ToWorker } from './messages.ts';
import { holdAlone, type OnlyOne } from './only-one.ts';
import { createWebOutput, mustSound, type Ended, type WebOutput } from './sound/web-output.ts';
import { createWebPageOutput } from './sound/web-page-output.ts';
import { readBrowser } from './read-browser.ts';

export type PlayerView = {
  /** null until the worker has answered. */
  state: PlayerState | null;
  /** `waiting`: the browser allows sound after somebody has tapped the page; `missing`: it has none. */
  sound: 'on' | 'waiting' | 'missing';
  /** Another tab of this browser is the loudspeaker. */
  isElsewhere: boolean;
  /** The worker could not be loaded, or has ended by an error. */
  hasFailed: boolean;
};

export type Player = {
  subscribe: (listener: () => void) => () => void;
  view: () => PlayerView;
  /** Must be called by a tap. */
  allowSound: () => void;
  pair: () => void;
  /** Forgets the device, and asks for a new code. */
  pairAgain: () => void;
  takeOver: () => void;
  /** These texts are on the page. */
  shown: (ids: number[]) => void;
  /** Begins, where no other tab is the loudspeaker. @returns what ends it */
  open: () => () => void;
};

type Sound = { context: AudioContext; output: WebOutput; pages: ReturnType<typeof createWebPageOutput> };

/** A loudspeaker in this page: the device runs in a worker, the sound is made here. */
export function createPlayer(version: string): Player {
  const listeners = new Set<() => void>();
  let view: PlayerView = { state: null, sound: 'waiting', isElsewhere: false, hasFailed: false };
  let worker: Worker | null = null;
  /** null where this browser has none. */
  let sound: Sound | null = null;
  let only: OnlyOne | null = null;

  function set(change: Partial<PlayerView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  const post = (message: ToWorker): void => worker?.postMessage(message, { transfer: [] });

  function soundChanged(): void {
    const isOn = sound?.context.state === 'running';
    set({ sound: sound ? (isOn ? 'on' : 'waiting') : 'missing' });
    post({ kind: 'sound', isOn });
  }

  async function run(call: SoundCall): Promise<string | null> {
    if (!sound) return 'this browser cannot play sound';
    try {
      if (call.op === 'page_open') mustSound(sound.context);
      else await sound.output.run(call);
      return null;
    } catch (error) {
      return error instanceof Error && error.message !== '' ? error.message : 'the browser cannot play it';
    }
  }

  function hear(message: ToPage): void {
    if (message.kind === 'state') set({ state: message.state });
    else if (message.kind === 'samples') sound?.pages.write(message.samples, message.heardAt);
    else if (message.kind === 'close_samples') sound?.pages.close(message.how);
    else void run(message.call).then((error) => post({ kind: 'answer', id: message.id, error }));
  }

  function begin(): void {
    set({ isElsewhere: false, hasFailed: false });
    worker = new Worker(new URL('./worker/device-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', () => set({ hasFailed: true }));
    worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => hear(data));
    post({ kind: 'begin', browser: readBrowser(), version });
    post({ kind: 'visible', isVisible: !document.hidden });
    soundChanged();
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    sound?.output.stopAll();
    sound?.pages.close('cut');
  }

  const allowSound = (): void => void sound?.context.resume().catch(() => undefined);

  function visibilityChanged(): void {
    post({ kind: 'visible', isVisible: !document.hidden });
    allowSound();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    view: () => view,
    allowSound,
    pair: () => post({ kind: 'pair' }),
    pairAgain: () => post({ kind: 'forget' }),
    takeOver: () => only?.takeOver(),
    shown: (ids) => post({ kind: 'shown', ids }),
    open() {
      const context = openContext();
      const ended: Ended = (channel, isFollowed) => post({ kind: 'ended', channel, isFollowed });
      sound = context && { context, output: createWebOutput(context, ended), pages: createWebPageOutput(context) };
      only = holdAlone({
        begin,
        other() {
          end();
          set({ isElsewhere: true, state: null });
        },
      });
      document.addEventListener('visibilitychange', visibilityChanged);
      // Any tap allows it.
      document.addEventListener('pointerdown', allowSound);
      context?.addEventListener('statechange', soundChanged);
      soundChanged();
      return () => {
        only?.close();
        end();
        document.removeEventListener('visibilitychange', visibilityChanged);
        document.removeEventListener('pointerdown', allowSound);
        void context?.close().catch(() => undefined);
      };
    },
  };
}

function openContext(): AudioContext | null {
  try {
    return new AudioContext({ latencyHint: 'interactive' });
  } catch {
    return null;
  }
}
