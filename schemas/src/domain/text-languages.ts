import { z } from 'zod';

/** The languages of the console and of its messages. */
export const TEXT_LANGUAGES = ['en', 'ru', 'de'] as const;
export const textLanguageSchema = z.enum(TEXT_LANGUAGES);
export type TextLanguage = z.infer<typeof textLanguageSchema>;

/** @param language BCP 47: `de-AT` is `de`; English where there are no texts in it */
export const textLanguageOf = (language: string): TextLanguage =>
  TEXT_LANGUAGES.find((each) => each === language.split('-')[0]) ?? 'en';

/** For dates and times in messages, on a clock of 24 hours. */
export const DATE_LOCALES: Record<TextLanguage, string> = { en: 'en-GB', ru: 'ru', de: 'de' };
