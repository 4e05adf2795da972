import { expect, it } from 'vitest';
import { firstWordsOf } from './first-words.ts';

it('are in the language of the place, and in English where there are none', () => {
  expect(firstWordsOf('Eingang', 'de-DE')).toEqual({ text: 'Hier ist Eingang.' });
  expect(firstWordsOf('Вход', 'ru')).toEqual({ text: 'Это Вход.' });
  expect(firstWordsOf('Entrance', 'sw-KE')).toEqual({ text: 'This is Entrance.', language: 'en' });
});
