import { expect, it } from 'vitest';
import { newMessage, withoutVariant, withVariant } from './variant-fields.tsx';

const two = {
  ...newMessage('ru'),
  variants: [
    { language: 'ru', text: 'Привет' },
    { language: 'en', text: 'Hello' },
  ],
};

it('a changed language of the fallback stays the fallback', () => {
  const next = withVariant(two, 0, { language: 'uk', text: 'Привіт' });
  expect(next).toEqual({ variants: [{ language: 'uk', text: 'Привіт' }, two.variants[1]], fallback_language: 'uk' });
  expect(withVariant(two, 1, { language: 'de', text: 'Hallo' }).fallback_language).toBe('ru');
});

it('a removed fallback is replaced by the first of the others', () => {
  expect(withoutVariant(two, 0)).toEqual({ variants: [two.variants[1]], fallback_language: 'en' });
  expect(withoutVariant(two, 1)).toEqual({ variants: [two.variants[0]], fallback_language: 'ru' });
});
