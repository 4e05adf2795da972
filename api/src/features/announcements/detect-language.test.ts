import { describe, expect, it } from 'vitest';
import { baseLanguage } from './base-language.ts';
import { detectLanguage } from './detect-language.ts';

describe('the language of a text', () => {
  it.each([
    ['The shop closes in ten minutes.', 'en'],
    ['Peter to the cash desk please', 'en'],
    ['Der Laden schließt in zehn Minuten.', 'de'],
    ['Le magasin ferme dans dix minutes.', 'fr'],
    ['La tienda cierra en diez minutos', 'es'],
    ['Магазин закрывается через десять минут', 'ru'],
    ['Veikals slēgsies pēc desmit minūtēm', 'lv'],
    ['Welcome to {place}, it is {time}', 'en'],
  ])('of %j is %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(['Hello', 'OK', '123', 'Bell', 'Fire drill', '{place} {time}', ''])('of %j is not certain', (text) => {
    expect(detectLanguage(text)).toBeNull();
  });

  it('has one code for the names of the same', () => {
    expect(['nb-NO', 'cmn-CN', 'en-US', 'fil-PH', 'ru'].map(baseLanguage)).toEqual(['no', 'zh', 'en', 'tl', 'ru']);
  });
});
