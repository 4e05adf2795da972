import type { Context } from '../language.ts';
import { noun, type Case, type Noun } from './ru-numbers.ts';

const hard = (stem: string): Noun => noun('m', stem, '- а у - ом е', 'ы ов ам ы ами ах');
const feminine = (stem: string): Noun => noun('f', stem, 'а ы е у ой е', 'ы - ам ы ами ах');

export const NOUNS: Record<string, Noun> = {
  минута: feminine('минут'),
  секунда: feminine('секунд'),
  тонна: feminine('тонн'),
  час: hard('час'),
  процент: hard('процент'),
  доллар: hard('доллар'),
  фунт: hard('фунт'),
  цент: hard('цент'),
  пенс: hard('пенс'),
  километр: hard('километр'),
  метр: hard('метр'),
  сантиметр: hard('сантиметр'),
  миллиметр: hard('миллиметр'),
  килограмм: hard('килограмм'),
  грамм: hard('грамм'),
  литр: hard('литр'),
  миллилитр: hard('миллилитр'),
  градус: hard('градус'),
  гигабайт: hard('гигабайт'),
  мегабайт: hard('мегабайт'),
  киловатт: noun('m', 'киловатт', '- а у - ом е', 'ы - ам ы ами ах'),
  миллион: hard('миллион'),
  миллиард: hard('миллиард'),
  раз: noun('m', 'раз', '- а у - ом е', 'ы - ам ы ами ах'),
  человек: noun('m', 'человек', '- а у а ом е', 'и - ам - ами ах'),
  евро: noun('m', 'евро', '- - - - - -', '- - - - - -'),
  рубль: noun('m', 'рубл', 'ь я ю ь ём е', 'и ей ям и ями ях'),
  копейка: noun('f', 'копе', 'йка йки йке йку йкой йке', 'йки ек йкам йки йками йках'),
  день: noun('m', 'д', 'ень ня ню ень нём не', 'ни ней ням ни нями нях'),
  неделя: noun('f', 'недел', 'я и е ю ей е', 'и ь ям и ями ях'),
  месяц: noun('m', 'месяц', '- а у - ем е', 'ы ев ам ы ами ах'),
  год: {
    ...noun('m', 'год', '- а у - ом у', 'ы - ам ы ами ах'),
    many: noun('m', '', '- - - - - -', 'годы лет годам годы годами годах').many,
  },
  тысяча: noun('f', 'тысяч', 'а и е у ей е', 'и - ам и ами ах'),
  штука: noun('f', 'штук', 'а и е у ой е', 'и - ам и ами ах'),
  этаж: noun('m', 'этаж', '- а у - ом е', 'и ей ам и ами ах'),
  путь: noun('m', 'пут', 'ь и и ь ём и', 'и ей ям и ями ях'),
  вагон: hard('вагон'),
  урок: noun('m', 'урок', '- а у - ом е', 'и ов ам и ами ах'),
  класс: hard('класс'),
  касса: feminine('касс'),
  платформа: feminine('платформ'),
};

const AFTER: Record<Case, string> = {
  n: '',
  g: 'с со до от ото из без около после более менее больше меньше для у против порядка свыше ниже выше течение дольше старше младше ранее позднее позже раньше кроме начиная возраста дешевле дороже ближе дальше быстрее сверх',
  d: 'к ко',
  a: 'в во на за через про по спустя',
  i: 'между над под перед',
  p: 'о об при',
};
const CASE_AFTER: ReadonlyMap<string, Case> = new Map(
  Object.entries(AFTER).flatMap(([nounCase, words]) =>
    words
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => [word, nounCase as Case] as const),
  ),
);

/** The case that the word before a number demands; null where none does. */
export const caseAfter = ({ before }: Context): Case | null => CASE_AFTER.get(before.at(0) ?? '') ?? null;

export const CASE_ORDER: readonly Case[] = ['n', 'a', 'g', 'd', 'i', 'p'];

export const nounForms = (): [string, { key: string; isNoun: boolean }][] =>
  Object.entries(NOUNS).flatMap(([key, { one, many }]) =>
    [...Object.values(one), ...Object.values(many)]
      .flatMap((form) => [form, form.replaceAll('ё', 'е')])
      .map((form): [string, { key: string; isNoun: boolean }] => [form, { key, isNoun: true }]),
  );
