import loadEspeak, { type Worker } from '@echogarden/espeak-ng-emscripten';
import { languageOfIdentifier, piecesOf, type Piece } from './foreign-scripts.ts';
import { phonemesOf } from './phonemes.ts';

/** Words a minute: a little slower than people talk, as for announcements. */
const RATE = 160;
const VARIANTS = '/usr/share/espeak-ng-data/voices/!v';

export type Speech = { samples: Int16Array; sampleRate: number };
export type Speaker = {
  /** Says a text. Throws an Error when there is no such voice, or nothing came out. */
  speak(voice: string, text: string): Speech;
  /**
   * The phonemes of a text in IPA with the marks of its sentences. Throws an Error when there is no such voice, or nothing to say.
   * @param language of eSpeak NG (`en-gb-x-rp`): its voice speaks instead where there is one
   */
  phonemes(voice: string, text: string, language?: string): string;
};

/** Loads eSpeak NG with its data, some 100 ms. */
export async function createSpeaker(): Promise<Speaker> {
  const module = await loadEspeak({ print: () => undefined, printErr: () => undefined });
  const worker = new module.eSpeakNGWorker();
  worker.set_rate(RATE);
  const voices = worker.list_voices();
  const identifiers = new Set(voices.map(({ identifier }) => identifier));
  const identifierOf = identifiersByLanguage(voices);
  const variants = new Set(module.FS.readdir(VARIANTS));

  /** eSpeak NG keeps the previous voice silently when a variant is unknown. */
  const choose = (voice: string): void => {
    const [identifier = '', variant] = voice.split('+');
    const isKnown = identifiers.has(identifier) && (variant === undefined || variants.has(variant));
    if (!isKnown || worker.set_voice(voice) !== 0) throw new Error(`no voice ${voice}`);
  };

  return {
    speak(voice, text) {
      choose(voice);
      const pieces: Int16Array[] = [];
      worker.synthesize(markUp(text, languageOfIdentifier(voice)), (samples) => {
        if (samples && samples.length > 0) pieces.push(samples);
        return false;
      });
      const samples = join(pieces);
      if (samples.length === 0) throw new Error('nothing to say');
      return { samples, sampleRate: worker.get_samplerate() };
    },
    phonemes(named, text, language = '') {
      const voice = identifierOf.get(language) ?? named;
      choose(voice);
      // Phonemes are made of plain text: markup would be spoken, and another language is another voice.
      const ownLanguage = languageOfIdentifier(voice);
      const speakPiece = (piece: Piece): string => {
        if (piece.language === null) return worker.synthesize_ipa(piece.text).ipa;
        worker.set_voice(piece.language);
        const { ipa } = worker.synthesize_ipa(piece.text);
        choose(voice);
        return ipa;
      };
      const phonemes = phonemesOf(text, (clause) => piecesOf(clause, ownLanguage).map(speakPiece).join(' '));
      if (phonemes === '') throw new Error('nothing to say');
      return phonemes;
    },
  };
}

function identifiersByLanguage(voices: ReturnType<Worker['list_voices']>): Map<string, string> {
  const languages = voices.flatMap(({ identifier, languages }) => languages.map((each) => ({ ...each, identifier })));
  // The last entry of a language stays.
  return new Map(
    languages.toSorted((a, b) => b.priority - a.priority).map(({ name, identifier }) => [name, identifier]),
  );
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

const markUp = (text: string, language: string): string =>
  piecesOf(text, language)
    .map((piece) => {
      const plain = escapeMarkup(piece.text);
      return piece.language === null ? plain : `<voice xml:lang="${piece.language}">${plain}</voice>`;
    })
    .join('');

/** Makes plain text of what eSpeak NG would read as SSML: its markup is always on. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[<>&]/g, (sign) => ENTITIES[sign] ?? sign);
