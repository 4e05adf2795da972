import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';

const COPY = /^(.*?) copy(?: \(\d+\))?$/s;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The name of a copy: `Hall copy`, then `Hall copy (2)`, also for a copy of a copy; shortened to the limit. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const original = COPY.exec(name)?.[1] ?? name;
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? ' copy' : ` copy (${n})`;
    const candidate = cut(original, COMPANY_LIMITS.name - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Shortens a text to `max` UTF-16 code units without splitting a grapheme. */
function cut(text: string, max: number): string {
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > max) break;
    kept += segment;
  }
  return kept.trimEnd();
}
