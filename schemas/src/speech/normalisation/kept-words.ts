import type { Reading } from './language.ts';
import { tokensOf, type Token } from './tokens.ts';

/** A word that stays, from its first token to behind its last one. */
export type KeptSpan = { start: number; end: number; parts: readonly string[] };

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
const isSolid = (token: Token | undefined): boolean => token?.kind === 'digits' || token?.kind === 'word';

/**
 * Where whole words and phrases stand among tokens, in order; the longest where several begin. The time grows with the tokens, and with
 * the words that begin alike.
 */
export function keptSpans(tokens: readonly Token[], words: readonly string[]): KeptSpan[] {
  const byFirst = Map.groupBy(
    words.map((word) => tokensOf(folded(word)).map(({ text }) => text)).filter((parts) => parts.length > 0),
    (parts) => parts[0] ?? '',
  );
  for (const list of byFirst.values()) list.sort((a, b) => b.length - a.length);
  const spans: KeptSpan[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const parts = byFirst.get(folded(tokens[at]?.text ?? ''))?.find((list) => standsAt(tokens, at, list));
    if (!parts) continue;
    spans.push({ start: at, end: at + parts.length, parts });
    at += parts.length - 1;
  }
  return spans;
}

function standsAt(tokens: readonly Token[], at: number, parts: readonly string[]): boolean {
  const end = at + parts.length;
  if (isSolid(tokens[at]) && isSolid(tokens[at - 1])) return false;
  if (isSolid(tokens[end - 1]) && isSolid(tokens[end])) return false;
  return parts.every((part, index) => folded(tokens[at + index]?.text ?? '') === part);
}

/** Whether a reading says all the words that stay, which stand where it begins and ends. */
export function isKeptIn({ spoken, end }: Reading, at: number, spans: readonly KeptSpan[]): boolean {
  if (spans.length === 0) return true;
  const said = tokensOf(folded(spoken));
  for (let index = firstBehind(spans, at); index < spans.length; index += 1) {
    const span = spans[index];
    if (!span || span.start >= end) return true;
    if (!said.some((_, start) => standsAt(said, start, span.parts))) return false;
  }
  return true;
}

/** The first span that ends behind a token; the spans are in order. */
function firstBehind(spans: readonly KeptSpan[], at: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
