/** Below, the words of a text are as likely in another language. */
const SCORE_MIN = 0.7;
/** Names and single words are alike in many languages. */
const LETTERS_MIN = 8;
/** Codes of voices for the languages that the detector calls by others. */
const SAME: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  cmn: 'zh',
  yue: 'zh',
  fil: 'tl',
  iw: 'he',
  in: 'id',
};

/** The language of a code without its country, in one form: `no` for `nb-NO`. */
export function baseLanguage(code: string): string {
  const base = code.split('-')[0]?.toLowerCase() ?? '';
  return SAME[base] ?? base;
}

/**
 * The language in which a text is written, as a code of two letters; null where it is not certain. Variables such as `{place}` are no
 * part of it. The detector has a few megabytes of statistics, which are loaded with the first text.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const words = text.replaceAll(/\{\w+\}/g, ' ').trim();
  if (words.replaceAll(/\P{L}/gu, '').length < LETTERS_MIN) return null;
  const { eld } = await import('eld/small');
  const found = eld.detect(words);
  const score = found.getScores()[found.language] ?? 0;
  return found.isReliable() && score >= SCORE_MIN ? baseLanguage(found.language) : null;
}
