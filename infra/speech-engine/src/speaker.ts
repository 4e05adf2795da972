import loadEspeak from '@echogarden/espeak-ng-emscripten';
import { phonemesOf } from './phonemes.ts';

/** Words a minute: a little slower than people talk, as for announcements. */
const RATE = 160;
const VARIANTS = '/usr/share/espeak-ng-data/voices/!v';

export type Speech = { samples: Int16Array; sampleRate: number };
export type Speaker = {
  /** Says a text. Throws an Error when there is no such voice, or nothing came out. */
  speak(voice: string, text: string): Speech;
  /** The phonemes of a text in IPA with the marks of its sentences. Throws an Error when there is no such voice, or nothing to say. */
  phonemes(voice: string, text: string): string;
};

/** Loads eSpeak NG with its data, some 100 ms. */
export async function createSpeaker(): Promise<Speaker> {
  const module = await loadEspeak({ print: () => undefined, printErr: () => undefined });
  const worker = new module.eSpeakNGWorker();
  worker.set_rate(RATE);
  const identifiers = new Set(worker.list_voices().map(({ identifier }) => identifier));
  const variants = new Set(module.FS.readdir(VARIANTS));

  /** eSpeak NG keeps the previous voice silently when a variant is unknown. */
  const choose = (voice: string): void => {
    const [identifier = '', variant] = voice.split('+');
    const known = identifiers.has(identifier) && (variant === undefined || variants.has(variant));
    if (!known || worker.set_voice(voice) !== 0) throw new Error(`no voice ${voice}`);
  };

  return {
    speak(voice, text) {
      choose(voice);
      const pieces: Int16Array[] = [];
      worker.synthesize(escapeMarkup(text), (samples) => {
        if (samples && samples.length > 0) pieces.push(samples);
        return false;
      });
      const samples = join(pieces);
      if (samples.length === 0) throw new Error('nothing to say');
      return { samples, sampleRate: worker.get_samplerate() };
    },
    phonemes(voice, text) {
      choose(voice);
      const phonemes = phonemesOf(text, (clause) => worker.synthesize_ipa(escapeMarkup(clause)).ipa);
      if (phonemes === '') throw new Error('nothing to say');
      return phonemes;
    },
  };
}

function join(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Makes plain text of what eSpeak NG would read as SSML: its markup is always on. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[<>&]/g, (sign) => ENTITIES[sign] ?? sign);
