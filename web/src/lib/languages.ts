/** `mixed` is English with a fixed set of texts in Russian; see SHELL-9. */
export const LANGUAGES = ['mixed', 'en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of this name; `mixed` where there is none. */
export const languageOf = (name: unknown): Language => LANGUAGES.find((language) => language === name) ?? 'mixed';

/** What numbers, dates and screen readers follow. */
export const localeOf = (language: string): 'en' | 'ru' => (language === 'ru' ? 'ru' : 'en');
