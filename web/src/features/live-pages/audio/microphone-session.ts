import { createStore, type Store } from '../store.ts';
import { readMicrophoneId, writeMicrophoneId } from '../stored.ts';
import { faultOf, isFatal, MicrophoneError, type MicrophoneFault } from './faults.ts';
import { createLevelMeter, NO_LEVEL, SILENT_AFTER_MS, type Level } from './level.ts';
import {
  listMicrophones,
  onMicrophonesChanged,
  openMicrophone,
  type Microphone,
  type MicrophoneChoice,
} from './microphone.ts';

/** `fault`: what is wrong, with a microphone that is on as well; null: nothing. */
export type MicrophoneState = {
  status: 'off' | 'asking' | 'on';
  fault: MicrophoneFault | null;
  deviceId: string | null;
  choices: readonly MicrophoneChoice[];
};

/** The one microphone of a panel, which stays open between pages so that the first word is not lost. */
export type MicrophoneSession = {
  state: Store<MicrophoneState>;
  level: Store<Level>;
  /** Opens it unless it is open. Rejects with a MicrophoneError. */
  use: () => Promise<Microphone>;
  choose: (deviceId: string) => Promise<void>;
  close: () => void;
};

type Sources = { open: (deviceId?: string) => Promise<Microphone>; list: () => Promise<MicrophoneChoice[]> };
const BROWSER: Sources = { open: openMicrophone, list: listMicrophones };
const WATCH_MS = 500;

export function createMicrophoneSession({ open, list }: Sources = BROWSER): MicrophoneSession {
  const state = createStore<MicrophoneState>({ status: 'off', fault: null, deviceId: null, choices: [] });
  const level = createStore<Level>(NO_LEVEL);
  let opening: Promise<Microphone> | null = null;
  let release: (() => void) | null = null;
  const change = (next: Partial<MicrophoneState>): void => state.set({ ...state.get(), ...next });
  const refresh = async (): Promise<void> => change({ choices: await list() });

  const close = (fault: MicrophoneFault | null = null): void => {
    opening = null;
    release?.();
    release = null;
    level.set(NO_LEVEL);
    change({ status: 'off', fault });
  };

  /** Silence and what the browser reports; the more serious one is shown. */
  const watch = (microphone: Microphone): (() => void) => {
    const levelOf = createLevelMeter();
    let heardAt = Date.now();
    let isMuted = false;
    const setSilent = (silent: boolean): void => {
      const fault = isMuted ? 'muted' : silent ? 'silent' : null;
      if (state.get().fault !== fault) change({ fault });
    };
    const ends = [
      microphone.onSamples((samples) => {
        heardAt = Date.now();
        const next = levelOf(samples);
        level.set(next);
        setSilent(next.silent);
      }),
      microphone.onFault((fault) => {
        if (fault !== null && isFatal(fault)) return close(fault);
        isMuted = fault === 'muted';
        setSilent(false);
      }),
      onMicrophonesChanged(() => void refresh()),
    ];
    // A microphone that gives no frames at all is as silent as one that gives silence.
    const timer = setInterval(() => {
      if (Date.now() - heardAt >= SILENT_AFTER_MS) setSilent(true);
    }, WATCH_MS);
    return () => {
      clearInterval(timer);
      for (const each of ends) each();
      microphone.stop();
    };
  };

  const begin = async (deviceId: string | undefined): Promise<Microphone> => {
    change({ status: 'asking', fault: null });
    const asked = open(deviceId);
    opening = asked;
    try {
      const microphone = await asked;
      if (opening !== asked) {
        microphone.stop();
        if (opening === null) throw new MicrophoneError('missing');
        return await opening;
      }
      release = watch(microphone);
      change({ status: 'on', deviceId: microphone.deviceId });
      void refresh();
      return microphone;
    } catch (error) {
      if (opening === asked) close(faultOf(error));
      throw error;
    }
  };

  return {
    state,
    level,
    use: () => opening ?? begin(readMicrophoneId()),
    choose: async (deviceId) => {
      writeMicrophoneId(deviceId);
      close();
      // What is wrong with it is in the state.
      await begin(deviceId).catch(() => undefined);
    },
    close: () => close(),
  };
}
