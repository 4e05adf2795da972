/** Codes of voices for languages that the detector and accounts call by others. */
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
