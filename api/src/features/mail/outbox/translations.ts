import { english } from './english.ts';
import { russian } from './russian.ts';
import type { Texts } from './texts.ts';

const TRANSLATIONS = { en: english, ru: russian };
export type MailLanguage = keyof typeof TRANSLATIONS;

export const mailLanguage = (lang: string): MailLanguage => (lang === 'ru' ? 'ru' : 'en');

export const textsIn = (language: MailLanguage): Texts => TRANSLATIONS[language];
