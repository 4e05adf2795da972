import i18next, { type Resource, type ResourceLanguage } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import english from '../locales/en.ts';
import { LANGUAGES, languageSchema, localeOf, type Language } from './languages.ts';
import { readLocal, writeLocal } from './local-store.ts';
import { LOCAL_KEYS } from './storage-keys.ts';

type Texts = Record<string, unknown>;
type Files = Record<string, Texts>;

const files: Record<Exclude<Language, 'en'>, () => Promise<{ default: Files }>> = {
  ru: () => import('../locales/ru.ts'),
  mixed: () => import('../locales/mixed.ts'),
};

/** `./en/devices.json` holds the namespace `devices`. */
const byNamespace = (found: Files): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(found).map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
  );

async function load(language: Language): Promise<void> {
  if (language === 'en') return;
  for (const [namespace, texts] of Object.entries(byNamespace((await files[language]()).default))) {
    i18next.addResourceBundle(language, namespace, texts);
  }
}

/** Prepares the texts in the remembered language; English shows where a language has none. */
export async function startI18n(): Promise<void> {
  const en = byNamespace(english);
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
