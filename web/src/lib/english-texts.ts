import i18next from 'i18next';

/** The English texts of the code that is loaded, by namespace. */
export const englishTexts: Record<string, Record<string, unknown>> = {};

/** Called by the modules of `build/english-texts.ts`, before the start and after it. */
export function addEnglishTexts(namespace: string, texts: Record<string, unknown>): void {
  englishTexts[namespace] = texts;
  if (i18next.isInitialized) i18next.addResourceBundle('en', namespace, texts, false, false, { skipCopy: true });
}
