import { describe, expect, it } from 'vitest';
import { DIAL_CODES } from './dial-codes.ts';
import { isNationalNumber, maskPhone, phoneSchema, tidyPhone } from './phone.ts';

it('the dial codes are those of the world', () => {
  expect(DIAL_CODES.length).toBeGreaterThanOrEqual(150);
  expect(new Set(DIAL_CODES).size).toBe(DIAL_CODES.length);
});

it('no dial code is the beginning of another', () => {
  const clashes = DIAL_CODES.filter((code) => DIAL_CODES.some((other) => other !== code && other.startsWith(code)));
  expect(clashes).toEqual([]);
});

describe('a national number', () => {
  it.each([
    ['123456', false],
    ['1234567', true],
    ['123-45 (67)', true],
    ['123456789012', true],
    ['1234567890123', false],
    ['123456a', false],
    ['', false],
  ])('%s: %s', (typed, valid) => {
    expect(isNationalNumber(typed)).toBe(valid);
  });
});

describe('what is typed or pasted', () => {
  it.each([
    ['+44 20 7946 0958', '+1', false, '+44', '2079460958'],
    ['+7 (916) 123-45-67', '+1', true, '+7', '9161234567'],
    ['8 916 123 45 67', '+1', false, '+7', '9161234567'],
    ['8 916 123 45 67', '+1', true, '+7', '9161234567'],
    ['380501234567', '+1', true, '+380', '501234567'],
    ['380501234567', '+1', false, '+1', '380501234567'],
    ['79161234567', '+7', false, '+7', '9161234567'],
    ['4930123456', '+49', false, '+49', '30123456'],
    ['49301', '+49', false, '+49', '49301'],
    ['2025550123', '+1', false, '+1', '2025550123'],
    ['+0123456789', '+1', false, '+1', '+0123456789'],
    ['+44 20 7946', '+1', true, '+1', '+44207946'],
    ['12+34567', '+1', false, '+1', '12+34567'],
    ['', '+1', false, '+1', ''],
  ])('%s with %s selected, pasted %s → %s %s', (typed, selected, pasted, dialCode, national) => {
    expect(tidyPhone(typed, selected, { pasted })).toEqual({ dialCode, national });
  });
});

describe('a whole number', () => {
  it('is kept with its plus and nothing between its digits', () => {
    expect(phoneSchema.parse('+7 (916) 123-45-67')).toBe('+79161234567');
    expect(phoneSchema.parse('79161234567')).toBe('+79161234567');
  });

  it('says what is wrong in the words of the specification', () => {
    const words = (phone: unknown) => phoneSchema.safeParse(phone).error?.issues[0]?.message;
    expect([undefined, ' ', '-'].map(words)).toEqual(Array.from({ length: 3 }, () => 'Phone number is required'));
    expect(words('+1234567')).toBe('Please enter a valid phone number (7-12 digits)');
    expect(words('+1234567890123456')).toBe('Please enter a valid phone number (7-12 digits)');
    expect(words("+7916' or 1=1")).toBe('Please enter a valid phone number (7-12 digits)');
  });

  it('is shown by its last digits only', () => {
    expect(maskPhone('+79161234567')).toBe('+7 ••• ••• 45 67');
    expect(maskPhone('+380501234567')).toBe('+380 ••• ••• 45 67');
  });
});
