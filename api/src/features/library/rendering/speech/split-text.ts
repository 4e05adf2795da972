/** Parts from which a cut after a word leaves enough to be spoken naturally. */
const SENTENCE_SHARE_MIN = 0.3;

/**
 * Splits a text into parts of at most `max` characters: after sentences, else between words, else between characters.
 * Nothing but the spaces between the parts is lost.
 */
export function splitText(text: string, max: number, language = 'und'): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const at = cutOf(rest, max, language);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

function cutOf(text: string, max: number, language: string): number {
  // One character more, so that a boundary exactly at the maximum is seen.
  const head = text.slice(0, max + 1);
  const sentence = lastBoundary(head, max, language, 'sentence');
  if (sentence >= max * SENTENCE_SHARE_MIN) return sentence;
  return lastBoundary(head, max, language, 'word') || lastBoundary(head, max, language, 'grapheme') || max;
}

/** The last beginning of a segment that is not after `max`; 0 without one. */
function lastBoundary(head: string, max: number, language: string, granularity: Intl.SegmenterOptions['granularity']) {
  const segments = new Intl.Segmenter(language, { granularity }).segment(head);
  let last = 0;
  for (const { index } of segments) if (index <= max) last = index;
  return last;
}
