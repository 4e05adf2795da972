import { loadPiper } from './piper.ts';
import { VoiceError, type NeuralVoice } from './request.ts';
import type { LoadedVoice, Runtime } from './runtime.ts';
import { loadSupertonic } from './supertonic.ts';
import { filesOf, type ReadVoiceFile } from './voice-files.ts';
import { wavOf } from './wav.ts';

const IDLE_MS = 10 * 60_000;

type Load = (runtime: Runtime, voice: NeuralVoice, read: ReadVoiceFile) => Promise<LoadedVoice>;
const LOADERS: Record<NeuralVoice['kind'], Load> = { piper: loadPiper, supertonic: loadSupertonic };

/** The voice in memory: one at a time. Calls must not overlap. */
export type VoiceSession = {
  /** @returns a WAV file, 16 bit, mono. Throws VoiceError. */
  speak(voice: NeuralVoice, text: string): Promise<Buffer>;
  readonly loaded: string | null;
};

/** Keeps the voice that spoke last in memory until another one speaks, or until nobody speaks for ten minutes. */
export function createVoiceSession(runtime: Runtime, idleMs = IDLE_MS): VoiceSession {
  let current: { key: string; folder: string; voice: LoadedVoice } | null = null;
  let idle: NodeJS.Timeout | undefined;

  const unload = async (): Promise<void> => {
    const unloaded = current;
    current = null;
    await unloaded?.voice.release();
  };

  const load = async (voice: NeuralVoice): Promise<LoadedVoice> => {
    const key = JSON.stringify(voice);
    if (current?.key === key) return current.voice;
    await unload();
    try {
      const loaded = await LOADERS[voice.kind](runtime, voice, filesOf(voice));
      current = { key, folder: voice.folder, voice: loaded };
      return loaded;
    } catch (error) {
      throw error instanceof VoiceError ? error : new VoiceError('files', messageOf(error), { cause: error });
    }
  };

  return {
    get loaded() {
      return current?.folder ?? null;
    },
    async speak(voice, text) {
      clearTimeout(idle);
      try {
        const speaker = await load(voice);
        const samples = await speaker.speak(text);
        if (samples.length === 0) throw new VoiceError('text', 'nothing to say');
        return wavOf(samples, speaker.sampleRate);
      } catch (error) {
        throw error instanceof VoiceError ? error : new VoiceError('failed', messageOf(error), { cause: error });
      } finally {
        idle = setTimeout(() => void unload(), idleMs).unref();
      }
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);
