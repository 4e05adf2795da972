import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import english from '../locales/start.ts';
import { readLocal, writeLocal, type ValueReader, LOCAL_KEYS } from './storage.ts';

type Texts = Record<string, unknown>;
type Files = Record<string, Texts>;
type Load = () => Promise<{ default: Files }>;
/** The sign-in page has its own texts, so that the first load does not contain those of every screen. */
type Scope = 'sign-in' | 'all';

const loadEnglish: Load = () => import('../locales/en.ts');
/** The files of each language; English texts are the fallback. */
const FILES: Record<Scope, Record<Language, Load[]>> = {
  'sign-in': { en: [], mixed: [], ru: [() => import('../locales/ru-start.ts')] },
  all: {
    en: [loadEnglish],
    mixed: [loadEnglish, () => import('../locales/mixed.ts')],
    ru: [() => import('../locales/ru.ts')],
  },
};
/** The i18next language of each file. */
const STORED_AS: Record<Language, Language[]> = { en: ['en'], mixed: ['en', 'mixed'], ru: ['ru'] };

let scope: Scope = 'sign-in';

/** `./en/devices.json` holds the namespace `devices`. */
const namespaceOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

/** Adds the namespaces that are not there yet. What is drawn is redrawn once, and not for each of them. */
function addTexts(language: Language, found: Files): void {
  const missing = Object.entries(found).filter(([path]) => !i18next.hasResourceBundle(language, namespaceOf(path)));
  for (const [index, [path, texts]] of missing.entries()) {
    const silent = index < missing.length - 1;
    i18next.addResourceBundle(language, namespaceOf(path), texts, false, false, { silent, skipCopy: true });
  }
}

/** @throws when not even the English texts can be loaded. */
async function loadTexts(language: Language, wanted: Scope): Promise<void> {
  const files = FILES[wanted][language];
  try {
    const loaded = await Promise.all(files.map((load) => load()));
    for (const [index, { default: found }] of loaded.entries()) addTexts(STORED_AS[language][index] ?? language, found);
  } catch {
    if (wanted === 'all') addTexts('en', (await loadEnglish()).default);
  }
}

/** Loads the texts of every screen in the stored language. */
export const startI18n = (): Promise<void> => start('all');

/** Loads the texts of the sign-in page only; `loadAllTexts` loads the others. */
export const startSignInTexts = (): Promise<void> => start('sign-in');

/**
 * What is shown instead of a text that is missing.
 * @param missing the namespace and the key: `ui:roles.user`
 * @returns nothing while the namespace is not loaded; afterwards the key, which tests look for
 */
function textInstead(missing: string, fallback?: string): string {
  if (fallback !== undefined) return fallback;
  const [namespace = ''] = missing.split(':', 1);
  return i18next.hasResourceBundle('en', namespace) || i18next.hasResourceBundle(i18next.language, namespace)
    ? missing
    : '';
}

async function start(wanted: Scope): Promise<void> {
  scope = wanted;
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: LANGUAGES,
    defaultNS: 'common',
    resources: {},
    // React escapes HTML itself.
    interpolation: { escapeValue: true, escape: isolate },
    // Texts that arrive after a component was drawn redraw it; until then it shows none.
    react: { useSuspense: false, bindI18nStore: 'added' },
    appendNamespaceToMissingKey: true,
    parseMissingKeyHandler: textInstead,
  });
  addTexts('en', english);
  await applyLanguage(languageOf(readLocal(LOCAL_KEYS.language, ANY_TEXT)));
}

const ANY_TEXT: ValueReader<unknown> = { safeParse: (data) => ({ success: true, data }) };

/** The texts of every screen, while they arrive. */
let arriving: Promise<void> | null = null;

/** Loads the texts of every screen, once: resolves when they are there. Rejects where they cannot be loaded. */
export async function loadAllTexts(): Promise<void> {
  if (arriving) return arriving;
  if (scope === 'all') return;
  scope = 'all';
  arriving = loadTexts(languageOf(i18next.language), 'all')
    .catch((error: unknown) => {
      scope = 'sign-in';
      throw error;
    })
    .finally(() => {
      arriving = null;
    });
  return arriving;
}

async function applyLanguage(language: Language): Promise<void> {
  const wanted = scope;
  try {
    await loadTexts(language, wanted);
    // Somebody who signs in while they are loaded gets the texts of every screen in the language before.
    if (wanted !== scope) await loadTexts(language, scope);
  } catch {
    // Where loading fails, the present texts stay.
    return;
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = localeOf(language);
}

/** Changes the language of the page and stores it. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeLocal(LOCAL_KEYS.language, language);
  await applyLanguage(language);
}

/** The chosen language. */
export const useLanguage = (): Language => languageOf(useTranslation().i18n.language);

/** The locale for the functions of `format.ts`. */
export const useLocale = (): Locale => localeOf(useLanguage());

/** The texts of a component that carries them itself, in the chosen language. */
export const useTexts = <T>(texts: { en: T; ru: NoInfer<T> }): T => texts[useLocale()];

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** @returns a text that does not reorder the sentence it is put into, which right-to-left letters do otherwise. */
export const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text;

/** `mixed` is English with a fixed set of texts in Russian; see SHELL-9. */
export const LANGUAGES = ['mixed', 'en', 'ru'] as const;
type Language = (typeof LANGUAGES)[number];

/** The language with this name; `mixed` for an unknown one. */
export const languageOf = (name: unknown): Language => LANGUAGES.find((language) => language === name) ?? 'mixed';

/** The languages that have texts of their own. */
export type Locale = 'en' | 'ru';

/** The locale of numbers, dates and screen readers. */
const localeOf = (language: string): Locale => (language === 'ru' ? 'ru' : 'en');

/** A text in every locale, beside the definition that it belongs to, such as the label of a screen or a column. */
export type Localized = Record<Locale, string>;
