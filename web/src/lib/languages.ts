import { z } from 'zod';

/** `mixed` is English with exactly those texts in Russian that the specification quotes in Russian (decision 6). */
export const LANGUAGES = ['mixed', 'en', 'ru'] as const;
export const languageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof languageSchema>;

/** What numbers, dates and screen readers follow. */
export const localeOf = (language: string): 'en' | 'ru' => (language === 'ru' ? 'ru' : 'en');
