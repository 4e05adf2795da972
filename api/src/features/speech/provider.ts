import type { Voice } from '@belfry/schemas/http/speech/voices';

export type ProviderName = Voice['provider'];

export type ProviderVoice = {
  /** Unique with the provider, of letters, digits, `_` and `-`: `ru-RU-Standard-A`. */
  voice_name: string;
  /** BCP 47; the first one determines the language. */
  language_codes: string[];
  gender: Voice['gender'];
};

export type Utterance = Pick<ProviderVoice, 'voice_name' | 'language_codes'> & {
  /** Plain text; markup is not interpreted. */
  text: string;
};

/** Both calls throw SpeechError only. */
export type SpeechProvider = {
  listVoices(): Promise<ProviderVoice[]>;
  /** @returns an MP3 file */
  synthesize(utterance: Utterance): Promise<Buffer>;
  stop(): Promise<void>;
};

/** The maximum characters of an utterance, which in UTF-8 are below Google's 5,000 bytes except in rare scripts. */
export const MAX_TEXT = 1_000;
