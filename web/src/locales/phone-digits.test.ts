import { INVALID_PHONE, PHONE_DIGITS } from '@belfry/schemas/domain/phone';
import { expect, it } from 'vitest';
import de from './de.ts';
import en from './en.ts';
import { flatTexts } from './flat-texts.ts';
import ru from './ru.ts';

const KEYS = ['register: rules.phone_invalid', 'common: phone_problem.invalid'];

it.each(KEYS)('%s names the digits that the server accepts', (key) => {
  expect(flatTexts(en).get(key)).toBe(INVALID_PHONE);
  expect(flatTexts(de).get(key)).toMatch(new RegExp(`${PHONE_DIGITS.min}.${PHONE_DIGITS.max}`));
  expect(flatTexts(ru).get(key)).toMatch(new RegExp(`${PHONE_DIGITS.min}.${PHONE_DIGITS.max}`));
});
