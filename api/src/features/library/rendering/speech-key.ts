import { createHash } from 'node:crypto';

export type SpeechKey = { text: string; language: string; voice: string };

/** The hash under which the audio of a text is found; see ANN-3. */
export const keyOf = ({ text, language, voice }: SpeechKey): string =>
  createHash('sha256')
    .update(JSON.stringify([language, voice, text.normalize('NFC').trim()]))
    .digest('hex');
