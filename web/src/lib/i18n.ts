import i18next, { type Resource, type ResourceLanguage } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { LANGUAGES, languageSchema, localeOf, type Language } from './languages.ts';
import { readLocal, writeLocal } from './local-store.ts';
import { LOCAL_KEYS } from './storage-keys.ts';

type Texts = Record<string, unknown>;
// English is everybody's fallback and comes with the page; the others are fetched when chosen.
const english = import.meta.glob<Texts>('../locales/en/*.json', { eager: true, import: 'default' });
const others = import.meta.glob<Texts>(['../locales/*/*.json', '!../locales/en/*.json'], { import: 'default' });

const namespaceOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
const ofLanguage = (language: Language): string => `../locales/${language}/`;

async function load(language: Language): Promise<void> {
  const files = Object.entries(others).filter(([path]) => path.startsWith(ofLanguage(language)));
  await Promise.all(
    files.map(async ([path, read]) => i18next.addResourceBundle(language, namespaceOf(path), await read())),
  );
}

/** Prepares the texts in the remembered language; English shows where a language has none. */
export async function startI18n(): Promise<void> {
  const en = Object.fromEntries(Object.entries(english).map(([path, texts]) => [namespaceOf(path), texts]));
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: LANGUAGES,
    defaultNS: 'common',
    ns: Object.keys(en),
    resources: { en: en as ResourceLanguage } satisfies Resource,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await applyLanguage(readLocal(LOCAL_KEYS.language, languageSchema) ?? 'mixed');
}

async function applyLanguage(language: Language): Promise<void> {
  // A language whose file does not arrive falls back to English text by text.
  await load(language).catch(() => undefined);
  await i18next.changeLanguage(language);
  document.documentElement.lang = localeOf(language);
}

/** Changes the language of the page and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeLocal(LOCAL_KEYS.language, language);
  await applyLanguage(language);
}

/** The chosen language. */
export const useLanguage = (): Language => languageSchema.catch('mixed').parse(useTranslation().i18n.language);

/** What to give to the functions of `format.ts`. */
export const useLocale = (): 'en' | 'ru' => localeOf(useLanguage());
