/** `mixed` is English with a fixed set of texts in Russian; see SHELL-9. */
export const LANGUAGES = ['mixed', 'en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language with this name; `mixed` for an unknown one. */
export const languageOf = (name: unknown): Language => LANGUAGES.find((language) => language === name) ?? 'mixed';

/** The languages that have texts of their own. */
export type Locale = 'en' | 'ru';

/** The locale of numbers, dates and screen readers. */
export const localeOf = (language: string): Locale => (language === 'ru' ? 'ru' : 'en');

/** A text in every locale, beside the definition that it belongs to, such as the label of a screen or a column. */
export type Localized = Record<Locale, string>;
