import { unitsOf } from './nouns.ts';
import { nounForms } from './ru-nouns.ts';

/** How units are written: the forms of their nouns, signs and abbreviations. */
export const UNITS = new Map([
  ...nounForms(),
  ...unitsOf([
    'минута: мин',
    'секунда: сек',
    'час: ч',
    'процент: %',
    'евро: €, EUR',
    'рубль: ₽, руб, р, RUB',
    'доллар: $, USD',
    'фунт: £',
    'копейка: коп',
    'километр: км',
    'метр: м',
    'сантиметр: см',
    'миллиметр: мм',
    'килограмм: кг',
    'грамм: г, гр',
    'тонна: т',
    'литр: л',
    'миллилитр: мл',
    'цельсий: °C, ° C, °С, ° С',
    'градус: °',
    'скорость: км/ч',
    'квадрат: м², м2, кв.м, кв. м',
    'куб: м³, м3, куб.м, куб. м',
    'гигабайт: ГБ, Гб',
    'мегабайт: МБ, Мб',
    'киловатт: кВт',
    'тысяча: тыс',
    'миллион: млн',
    'миллиард: млрд',
    'штука: шт',
    'человек: чел',
    'этаж: эт',
  ]),
]);

/** Units of several words: the noun that is counted, and what stands around it. */
export const COMPOUND: Record<string, { noun: string; tail: string }> = {
  цельсий: { noun: 'градус', tail: 'Цельсия' },
  скорость: { noun: 'километр', tail: 'в час' },
  квадрат: { noun: 'метр', tail: '' },
  куб: { noun: 'метр', tail: '' },
};

/** What stands before the noun: квадратный метр, квадратного метра, квадратных метров. */
export const ADJECTIVES: Record<string, readonly [string, string, string]> = {
  квадрат: ['квадратный', 'квадратного', 'квадратных'],
  куб: ['кубический', 'кубического', 'кубических'],
};
