import { eld } from 'eld/small';
import { baseLanguage } from './base-language.ts';

/** Below, the words of a text are as likely in another language. */
const SCORE_MIN = 0.7;
/** Names and single words are alike in many languages. */
const LETTERS_MIN = 8;

/**
 * The language in which a text is written, as a code of two letters; null where it is not certain. Variables such as `{place}` are no
 * part of it.
 */
export function detectLanguage(text: string): string | null {
  const words = text.replaceAll(/\{\w+\}/g, ' ').trim();
  if (words.replaceAll(/\P{L}/gu, '').length < LETTERS_MIN) return null;
  const detection = eld.detect(words);
  const score = detection.getScores()[detection.language] ?? 0;
  return detection.isReliable() && score >= SCORE_MIN ? baseLanguage(detection.language) : null;
}
