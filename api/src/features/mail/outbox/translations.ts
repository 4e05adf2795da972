import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { english } from './english.ts';
import { german } from './german.ts';
import { russian } from './russian.ts';
import type { Texts } from './texts.ts';

const TRANSLATIONS: Record<TextLanguage, Texts> = { en: english, ru: russian, de: german };

export const textsIn = (language: TextLanguage): Texts => TRANSLATIONS[language];
