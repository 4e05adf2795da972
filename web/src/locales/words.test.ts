import { expect, it } from 'vitest';
import de from './de.ts';
import en from './en.ts';
import { flatTexts } from './flat-texts.ts';
import ru from './ru.ts';

/** What only those say who have built it. People say place, loudspeaker, text, sound, plan, needs you. */
const WORDS = {
  en: /\b(nodes?|elements?|main compan(y|ies)|serials?|modes?|binding|bound|runs?|proof of play|manager groups?|broadcasts?|lufs)\b/i,
  de: /\b(knoten\w*|elemente?n?|hauptfirm\w+|seriennummern?|modus|modi|rundruf\w*|lufs)\b/i,
  ru: /узел|узл[аыоеу]|элемент|главн\S+ компани|серийн|режим|привяз|рассылк|lufs/i,
};

/** The namespaces of "All pages", whose texts stay word for word, and of pages that are not replaced yet. */
const OLD = [
  'audit',
  'backups',
  'command-runs',
  'commands',
  'companies',
  'device-binding',
  'device-bulk',
  'device-files',
  'device-settings',
  'device-timeline',
  'devices',
  'dry-run',
  'element-form',
  'firmware',
  'groups',
  'sample-organisation',
  'schedule',
  'sms',
  'teams',
  'tree',
  'triggers',
  'user-devices',
  'webhooks',
];
/** Texts of them in namespaces that new pages share: filters of devices, and what the server refuses. */
const OLD_TEXTS = [
  'home: quotas.kind.nodes',
  'reasons: neural_runtime',
  'reasons: programme_full',
  'server: no_room_nodes',
  'server: place_not_allowed',
  'server: tree_cycle',
  'server: tree_full',
  'ui: filters.mode',
];

const namespaceOf = (key: string): string => key.slice(0, key.indexOf(':'));
const isTechnical = (key: string): boolean => key.split(/[. ]/).includes('technical');
/** Placeholders are no words. */
const isSaid = (text: string, language: keyof typeof WORDS): boolean =>
  WORDS[language].test(text.replaceAll(/\{\{.*?\}\}/g, ''));

const texts = { en: flatTexts(en), ru: flatTexts(ru), de: flatTexts(de) };
const found = (language: keyof typeof WORDS) =>
  [...texts[language]].flatMap(([key, text]) => (isSaid(text, language) && !isTechnical(key) ? [key] : []));

it.each(['en', 'ru', 'de'] as const)('says nowhere in a new page what only its builders say: %s', (language) =>
  expect(found(language).filter((key) => !OLD.includes(namespaceOf(key)) && !OLD_TEXTS.includes(key))).toEqual([]),
);

it('excepts only what needs it', () => {
  const all = [...found('en'), ...found('ru'), ...found('de')];
  expect(OLD.filter((namespace) => !all.some((key) => namespaceOf(key) === namespace))).toEqual([]);
  expect(OLD_TEXTS.filter((key) => !all.includes(key))).toEqual([]);
});

it.each([
  ['en', /drill/i],
  ['de', /übung/i],
] as const)('calls a drill by one word: %s', (language, word) => {
  const drills = [...texts[language]].filter(([key]) => /\bdrill$|_drill$/.test(key));
  expect(drills.length).toBeGreaterThan(10);
  expect(drills.filter(([, text]) => !word.test(text))).toEqual([]);
});
