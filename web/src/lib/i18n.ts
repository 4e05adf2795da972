import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { TEXT_LANGUAGES, textLanguageSchema, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { z } from 'zod';
import mixed from '../locales/mixed.ts';
import { englishTexts } from './english-texts.ts';
import { readLocal, writeLocal, LOCAL_KEYS } from './storage.ts';

type Texts = Record<string, unknown>;

/** The texts of each namespace: `./en/devices.json` holds `devices`. */
const byNamespace = (files: Record<string, Texts>): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
  );

/** Starts in the stored language, else in that of the browser. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: LANGUAGES,
    defaultNS: 'common',
    resources: { en: { ...englishTexts }, mixed: byNamespace(mixed) },
    // React escapes HTML itself.
    interpolation: { escapeValue: true, escape: isolate },
    react: { useSuspense: false },
    appendNamespaceToMissingKey: true,
  });
  await applyLanguage(languageOf(readLocal(LOCAL_KEYS.language, z.unknown())));
}

const LOADERS: Partial<Record<Language, () => Promise<{ default: Record<string, Texts> }>>> = {
  ru: () => import('../locales/ru.ts'),
  de: () => import('../locales/de.ts'),
};

/** Texts of other languages than English are loaded with the first use of them; where that fails, the present language stays. */
async function applyLanguage(language: Language): Promise<void> {
  const load = LOADERS[language];
  if (load && !i18next.hasResourceBundle(language, 'common')) {
    const files = await load().catch(() => null);
    if (!files) return;
    for (const [namespace, texts] of Object.entries(byNamespace(files.default)))
      i18next.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true });
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = localeOf(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  writeLocal(LOCAL_KEYS.language, language);
  await applyLanguage(language);
}

export const useLanguage = (): Language => languageOf(useTranslation().i18n.language);

export const useLocale = (): Locale => localeOf(useLanguage());

export const useTexts = <T>(texts: { en: T } & Record<Locale, NoInfer<T>>): T => texts[useLocale()];

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** @returns a text that does not reorder the sentence it is put into, which right-to-left letters do otherwise. */
export const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text;

/** `mixed` is English with a fixed set of texts in Russian; see SHELL-9. */
export const LANGUAGES = ['mixed', ...TEXT_LANGUAGES] as const;
type Language = (typeof LANGUAGES)[number];

/** The language with this name; for an unknown one the first of the browser that has texts. */
export const languageOf = (name: unknown): Language =>
  LANGUAGES.find((language) => language === name) ?? languageOfBrowser();

const languageOfBrowser = (): Language =>
  navigator.languages.map((each) => textLanguageSchema.safeParse(each.split('-')[0]).data).find(Boolean) ?? 'en';

export type Locale = TextLanguage;

const localeOf = (language: Language): Locale => (language === 'mixed' ? 'en' : language);

/** Each by its own name. */
export const LOCALE_CHOICES: readonly { value: Locale; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
  { value: 'de', label: 'Deutsch' },
];

/** A text in every locale, beside the definition that it belongs to, such as the label of a screen or a column. */
export type Localized = Record<Locale, string>;
