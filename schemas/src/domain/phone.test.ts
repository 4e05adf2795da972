import examples from 'libphonenumber-js/mobile/examples';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { DIAL_CODES } from './dial-codes.ts';
import {
  hasExtension,
  internationalPhone,
  accountPhoneSchema,
  isPhone,
  isValidPhone,
  maskPhone,
  normalizePhone,
  phoneSchema,
  normalizePhoneInput,
  type PhoneInput,
} from './phone.ts';
import { formatPhone, formatTyped } from './phone-format.ts';

it('the dial codes are complete', () => {
  expect(DIAL_CODES.length).toBeGreaterThanOrEqual(150);
  expect(new Set(DIAL_CODES).size).toBe(DIAL_CODES.length);
});

it('no dial code is a prefix of another', () => {
  const clashes = DIAL_CODES.filter((code) => DIAL_CODES.some((other) => other !== code && other.startsWith(code)));
  expect(clashes).toEqual([]);
});

function typeAndLeave(keys: string, dialCode: string): PhoneInput {
  let text = '';
  for (const key of keys) text = formatTyped({ text: text + key, caret: text.length + 1 }, text, dialCode).text;
  return normalizePhoneInput(text, dialCode);
}

describe('the example number of every country', () => {
  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
  const cases = numbers.map((number) => [`${number.country} ${number.number}`, number] as const);

  it('there are more than 200', () => expect(cases.length).toBeGreaterThan(200));

  it.each(cases)('%s survives typing, pasting and leaving the field', (_, number) => {
    const dialCode = `+${number.countryCallingCode}`;
    const kept = { dialCode, national: number.nationalNumber };
    for (const text of [number.nationalNumber, number.formatNational()]) {
      expect(normalizePhoneInput(text, dialCode), text).toEqual(kept);
      expect(normalizePhoneInput(text, dialCode, { pasted: true }), text).toEqual(kept);
      expect(typeAndLeave(text, dialCode), text).toEqual(kept);
    }
    const elsewhere = dialCode === '+81' ? '+82' : '+81';
    for (const text of [number.number, number.formatInternational()]) {
      for (const selected of [dialCode, elsewhere]) {
        expect(normalizePhoneInput(text, selected), text).toEqual(kept);
        expect(normalizePhoneInput(text, selected, { pasted: true }), text).toEqual(kept);
        expect(typeAndLeave(text, selected), text).toEqual(kept);
      }
      expect(phoneSchema.parse(text)).toBe(number.number);
    }
    const display = formatPhone(kept);
    expect(normalizePhoneInput(display, dialCode)).toEqual(kept);
    // Some have fewer digits than accounts take.
    expect(isPhone({ dialCode, national: display })).toBe(/^\d{7,12}$/.test(display.replaceAll(/\D/g, '')));
    expect(isValidPhone({ dialCode, national: display })).toBe(true);
  });
});

describe('what is typed or pasted', () => {
  it.each([
    // Valid for the selected country: whole, although it begins with the dial code.
    ['9198765432', '+91', true, '+91', '9198765432'],
    ['7012345678', '+7', true, '+7', '7012345678'],
    ['3912345678', '+39', true, '+39', '3912345678'],
    ['0612345678', '+39', false, '+39', '0612345678'],
    ['333123456', '+33', false, '+33', '333123456'],
    // Written with the dial code, or with a trunk prefix.
    ['91 98765 43210', '+91', false, '+91', '9876543210'],
    ['020 7946 0958', '+44', false, '+44', '2079460958'],
    ['+44 020 7946 0958', '+1', false, '+44', '2079460958'],
    ['+44 (0)20 7946 0958', '+1', true, '+44', '2079460958'],
    ['+49 0151 12345678', '+1', true, '+49', '15112345678'],
    ['0044 20 7946 0958', '+1', false, '+44', '2079460958'],
    ['0044 20 7946 0958', '+49', true, '+44', '2079460958'],
    ['79161234567', '+7', false, '+7', '9161234567'],
    ['1 202 555 0143', '+1', false, '+1', '2025550143'],
    ['202.555.0143', '+1', true, '+1', '2025550143'],
    ['٢٠٢٥٥٥٠١٤٣', '+1', true, '+1', '2025550143'],
    // Written internationally.
    ['+44 20 7946 0958', '+1', false, '+44', '2079460958'],
    ['+7 (916) 123-45-67', '+1', true, '+7', '9161234567'],
    // Not valid: the rules.
    ['8 916 123 45 67', '+1', false, '+7', '9161234567'],
    ['8 916 123 45 67', '+1', true, '+7', '9161234567'],
    ['380501234567', '+1', true, '+380', '501234567'],
    ['380501234567', '+1', false, '+1', '380501234567'],
    ['49301', '+49', false, '+49', '49301'],
    ['+0123456789', '+1', false, '+1', '+0123456789'],
    ['+44 20 7946', '+1', true, '+1', '+44207946'],
    ['12+34567', '+1', false, '+1', '12+34567'],
    ['', '+1', false, '+1', ''],
  ])('%s with %s selected, pasted %s → %s %s', (typed, selected, pasted, dialCode, national) => {
    expect(normalizePhoneInput(typed, selected, { pasted })).toEqual({ dialCode, national });
  });

  it.each([
    '(202) 555-0143 ext. 5',
    '202-555-0143 x5',
    '2025550143;ext=5',
    '2025550143,5',
    '2025550143#5',
    '202 555 0143 доб. 5',
    '202-555-0143 ext.',
  ])('%s is not changed, because it has an extension', (typed) => {
    expect(hasExtension(typed)).toBe(true);
    expect(normalizePhoneInput(typed, '+1', { pasted: true })).toEqual({ dialCode: '+1', national: typed });
    expect(isPhone({ dialCode: '+1', national: typed })).toBe(false);
    expect(phoneSchema.safeParse(`+1 ${typed}`).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter the phone number without an extension, which gets no text messages',
    ]);
  });

  it.each(['(916) 123-45-67', '+44 20 7946 0958', '030/123456', '1234567', 'abc', ''])(
    '%s has no extension',
    (typed) => {
      expect(hasExtension(typed)).toBe(false);
    },
  );
});

describe('a number that may be sent', () => {
  it.each([
    ['+1', '123456', false],
    ['+1', '1234567', true],
    ['+1', '123-45 (67)', true],
    ['+1', '123456789012', true],
    ['+1', '1234567890123', false],
    ['+1', '123456a', false],
    ['+1', '', false],
    // Whole numbers in Andorra and Germany, which the text of the rule leaves out.
    ['+376', '312345', false],
    ['+49', '123456', false],
    ['+49', '5234567890123', false],
    ['+49', '030 1234567', true],
  ])('%s %s: %s', (dialCode, national, expected) => {
    expect(isPhone({ dialCode, national })).toBe(expected);
    expect(accountPhoneSchema.safeParse(dialCode + national).success).toBe(expected);
  });

  it('is not valid by its length alone', () => {
    expect(isValidPhone({ dialCode: '+1', national: '2025550143' })).toBe(true);
    expect(isValidPhone({ dialCode: '+1', national: '1234567' })).toBe(false);
    expect(isValidPhone({ dialCode: '+1', national: '+442079460958' })).toBe(false);
  });
});

describe('formatting while typing', () => {
  it.each([
    ['+1', '2025550143', '202 555 0143'],
    ['+44', '2079460958', '20 7946 0958'],
    ['+44', '02079460958', '020 7946 0958'],
    ['+7', '9161234567', '916 123 45 67'],
    ['+7', '+442079460958', '+44 20 7946 0958'],
    ['+1', 'call me', 'call me'],
  ])('%s %s → %s', (dialCode, national, expected) => expect(formatPhone({ dialCode, national })).toBe(expected));

  it('keeps the caret behind the digit that was typed', () => {
    expect(formatTyped({ text: '2902 555 014', caret: 2 }, '202 555 014', '+1')).toEqual({
      text: '290 255 5014',
      caret: 2,
    });
  });

  it('does not change a text while characters are deleted', () => {
    expect(formatTyped({ text: '202555', caret: 3 }, '202 555', '+1')).toEqual({ text: '202555', caret: 3 });
  });
});

describe('a whole number', () => {
  it('is stored with its plus and without separators', () => {
    expect(phoneSchema.parse('+7 (916) 123-45-67')).toBe('+79161234567');
  });

  it.each([
    // Links, mail programs, and brackets around the code.
    ['tel:+44-20-7946-0958', '+442079460958'],
    ['(+44) 20 7946 0958', '+442079460958'],
    ['(+501) 623-6848', '+5016236848'],
    ['++44 20 7946 0958', '+442079460958'],
    ['+0044 20 7946 0958', '+442079460958'],
    ['="+44 20 7946 0958"', '+442079460958'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+44 20 7946\u200B0958\uFEFF', '+442079460958'],
    ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
    // A trunk zero of a number that no plan has; in Italy it is none.
    ['+49 (0)123 4567890', '+491234567890'],
    ['+39 (0)6 1234 5678', '+390612345678'],
    ['+36 (06) 1 234 5678', '+3612345678'],
  ])('%s → %s', (typed, expected) => expect(phoneSchema.parse(typed)).toBe(expected));

  it.each([
    // Each would be a number of another country behind a plus: Egypt, the Netherlands, the USA.
    ['2025550143', 'with the code of the country'],
    ['31 6 12345678', 'with the code of the country'],
    ['130 1234 5678', 'with the code of the country'],
    ['447911123456', 'with the code of the country'],
    ['85291234567', 'with the code of the country'],
    ['011 44 20 7946 0958', 'with the code of the country'],
    ['4,4207946E+11', 'rounded'],
    ['+44 20 7946 0958, +44 20 7946 0959', 'valid phone number'],
    ['+44 20 7946 0958 / 0959', 'valid phone number'],
    ['+49 151 12345678 (mobile)', 'valid phone number'],
    ['12345', 'valid phone number'],
  ])('%s is refused: %s', (typed, reason) =>
    expect(phoneSchema.safeParse(typed).error?.issues[0]?.message).toContain(reason),
  );

  it.each([
    ['0151 23456790', 'DE', '+49 1512 3456790'],
    ['(202) 555-0143', 'US', '+1 202 555 0143'],
    ['06 12 34 56 78', 'FR', '+33 6 12 34 56 78'],
    ['8 912 345-67-89', 'RU', '+7 912 345 67 89'],
    ['0011 44 20 7946 0958', 'AU', '+44 20 7946 0958'],
    ['20001122', 'LV', '+371 20 001 122'],
    ['0151 23456790', 'US', null],
    ['(202) 555-0143', 'DE', null],
    ['+49 151 23456790', 'DE', null],
    ['0151 23456790', 'XX', null],
  ])('%s in %s is %s', (typed, country, international) =>
    expect(internationalPhone(typed, country)).toBe(international),
  );

  it('loses its trunk zero, and is stored unchanged if it is unknown', () => {
    expect(normalizePhone('+44 (0)20 7946 0958')).toBe('+442079460958');
    expect(normalizePhone('+39 06 1234 5678')).toBe('+390612345678');
    expect(normalizePhone('+99912345678')).toBe('+99912345678');
    expect(normalizePhone('+44 x')).toBeNull();
  });

  it('reports errors with the product’s messages', () => {
    const messagesOf = (phone: unknown) => phoneSchema.safeParse(phone).error?.issues.map(({ message }) => message);
    expect([undefined, ' ', '-'].map(messagesOf)).toEqual(
      Array.from({ length: 3 }, () => ['Phone number is required']),
    );
    for (const wrong of ['+1234567', '+1234567890123456', "+7916' or 1=1"]) {
      expect(messagesOf(wrong)).toEqual(['Please enter a valid phone number (7-12 digits)']);
    }
  });

  it('is masked except for its last digits', () => {
    expect(maskPhone('+79161234567')).toBe('+7 ••• ••• 45 67');
    expect(maskPhone('+380501234567')).toBe('+380 ••• ••• 45 67');
  });
});
