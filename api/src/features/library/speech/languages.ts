/** Languages that voices spell otherwise than Intl, and regions that Intl would not choose. */
const VOICE_LOCALES: Record<string, string> = { ar: 'ar-XA', zh: 'cmn-CN', no: 'nb-NO', sw: 'sw-KE', ti: 'ti-ER' };

const parts = (language: string): [string, string | undefined] => {
  const [base = '', region] = language.toLowerCase().split('-');
  return [base, region];
};

/** Whether a text in one language suits a place with the other: a language without region matches one with it; see ANN-2. */
export function languagesMatch(one: string, other: string): boolean {
  const [[base, region], [otherBase, otherRegion]] = [parts(one), parts(other)];
  return base === otherBase && (region === undefined || otherRegion === undefined || region === otherRegion);
}

/** The best of several for a language: the same, else one that matches; undefined without one. */
export function bestMatch<T extends { language: string }>(list: readonly T[], language: string): T | undefined {
  const exact = list.find((one) => one.language.toLowerCase() === language.toLowerCase());
  return exact ?? list.find((one) => languagesMatch(one.language, language));
}

/** The voice with which a language is spoken where none is chosen: `ru` and `ru-RU` are ru-RU-Standard-A. */
export const defaultVoiceOf = (language: string): string => `${localeOf(language)}-Standard-A`;

function localeOf(language: string): string {
  const [base, region] = language.split('-');
  if (region !== undefined) return language;
  const known = VOICE_LOCALES[base ?? ''];
  if (known !== undefined) return known;
  try {
    return `${base}-${new Intl.Locale(language).maximize().region}`;
  } catch {
    return language;
  }
}
