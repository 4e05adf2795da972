import { describe, expect, it } from 'vitest';
import de from './de.ts';
import en from './en.ts';
import { flatTexts } from './flat-texts.ts';
import mixed from './mixed.ts';
import pinned from './pinned-texts.json' with { type: 'json' };
import ru from './ru.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;
const texts = { en: flatTexts(en), ru: flatTexts(ru), de: flatTexts(de) };
const { en: english, ru: russian } = texts;
const overlay = flatTexts(mixed);

/** Plural forms of one key count once, since languages have different ones. */
const keysOf = (language: Map<string, string>): string[] =>
  [...new Set([...language.keys()].map((key) => key.replace(PLURAL, '')))].toSorted();
/** Keys with more than one form; a single `_other` is a name, not a number. */
const COUNTED = [
  ...Map.groupBy(
    [...russian.keys()].filter((key) => PLURAL.test(key)),
    (key) => key.replace(PLURAL, ''),
  ),
]
  .filter(([, forms]) => forms.length > 1)
  .map(([key]) => key);
/** The placeholders and tags of a text: `{{name}}`, `<b>`. */
const partsOf = (text = ''): string[] => [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g))].toSorted();

describe.each(['en', 'ru', 'de'] as const)('the texts in %s', (locale) => {
  it('have the same keys', () => expect(keysOf(texts[locale])).toEqual(keysOf(english)));

  it('are never empty', () => expect([...texts[locale]].filter(([, text]) => text.trim() === '')).toEqual([]));

  it('have the same placeholders', () => {
    const other = (key: string): string => key.replace(PLURAL, '_other');
    const differing = [...texts[locale]].filter(
      ([key, text]) => String(partsOf(text)) !== String(partsOf(english.get(key) ?? english.get(other(key)))),
    );
    expect(differing).toEqual([]);
  });

  it('have every plural form', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const keys = COUNTED.flatMap((key) => forms.map((form) => `${key}_${form}`));
    expect(keys.filter((key) => !texts[locale].has(key))).toEqual([]);
  });
});

it.each(['en', 'de'] as const)('there are no Cyrillic letters in %s', (locale) => {
  const cyrillic = [...texts[locale]].filter(([, text]) => /\p{Script=Cyrillic}/u.test(text)).map(([key]) => key);
  expect(cyrillic).toEqual(['common: language.ru']);
});

/** Texts that are the same in both languages are names, numbers, or words that German has from English. */
it('are German, not English', () => {
  const sentences = [...texts.de].filter(
    ([key, text]) => text === english.get(key) && /\p{L}+ \p{L}+ \p{L}+/u.test(text),
  );
  expect(sentences.map(([key]) => key)).toEqual([]);
});

/** The texts of the default language that other clients and tests rely on; see SHELL-9. */
it('the pinned texts are unchanged', () => {
  const shown = new Map([...english, ...overlay]);
  expect(Object.fromEntries(Object.keys(pinned).map((key) => [key, shown.get(key)]))).toEqual(pinned);
});

/** A line per Russian text of the mixed language; see SHELL-9. */
it('the mixed language is English except for the texts that are pinned in Russian', () => {
  expect(Object.fromEntries(overlay)).toEqual({
    'companies: errors.unauthorized': 'Не авторизован',
    'element-form: preparing': 'Подготовка формы...',
    'element-form: errors.no_user': 'user_id не найден. Пожалуйста, войдите заново...',
    'element-form: errors.no_key': 'Не авторизован',
    'firmware: latest': 'Последняя версия',
    'firmware: created': 'Архив {{filename}} успешно создан',
    'firmware: deleted': 'Архив {{filename}} успешно удален',
    'firmware: empty.title': 'Архивы клиента не найдены',
    'firmware: errors.load_failed': 'Ошибка загрузки архивов',
    'firmware: errors.create_failed': 'Ошибка создания архива',
    'firmware: errors.delete_failed': 'Ошибка удаления архива',
    'firmware: errors.connection': 'Ошибка подключения к серверу',
    'firmware: confirm.title': 'Удалить архив?',
    'firmware: confirm.text': 'Архив {{filename}} будет удален. Устройства больше не смогут его скачать.',
    'firmware: confirm.yes': 'Удалить',
    'firmware: confirm.no': 'Отмена',
    'home: local_time.saved': 'Часовой пояс обновлен!',
    'home: local_time.failed': 'Ошибка при сохранении временной зоны',
    'tree: errors.load': 'Ошибка загрузки дерева!!!',
    'tree: errors.refresh_tree': 'Ошибка обновления дерева',
    'tree: errors.refresh_list': 'Ошибка обновления списка',
    'tree: errors.update': 'Ошибка обновления',
    'tree: errors.add': 'Ошибка добавления',
    'tree: errors.unauthorized': 'Не авторизован',
    'users-admin: error_panel': 'Ошибка: {{status}}',
    'users-admin: delete.ask': 'Удалить пользователя?',
    'users-admin: key.ask': 'Обновить ключ пользователя?',
    'users-admin: open.blocked': 'Не удалось открыть новую вкладку. Проверьте настройки блокировки всплывающих окон.',
    // Not pinned elsewhere (SHELL-9).
    'voices: sample.delete_failed': 'Ошибка при удалении образца',
  });
});
