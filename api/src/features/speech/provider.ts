import type { Voice } from '@belfry/schemas/http/voices';

export type ProviderName = Voice['provider'];

/** A voice as its provider describes it. */
export type ProviderVoice = {
  /** Unique with the provider, of letters, digits, `_` and `-`: `ru-RU-Standard-A`. */
  voice_name: string;
  /** BCP 47, the first one decides. */
  language_codes: string[];
  gender: Voice['gender'];
};

/** What is to be said. */
export type Utterance = Pick<ProviderVoice, 'voice_name' | 'language_codes'> & {
  /** Plain text: whatever means something to the provider, such as markup, is spoken as it is. */
  text: string;
};

/** Somebody who speaks. Both calls throw SpeechError, and nothing else. */
export type SpeechProvider = {
  listVoices(): Promise<ProviderVoice[]>;
  /** @returns an MP3 file */
  synthesize(utterance: Utterance): Promise<Buffer>;
  stop(): Promise<void>;
};

/** No speech was made; `message` is for people, `cause` for the log. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
}

/** Characters of one utterance; in UTF-8 it then stays below the 5,000 bytes that Google takes, but for rare scripts. */
export const MAX_TEXT = 1_000;
