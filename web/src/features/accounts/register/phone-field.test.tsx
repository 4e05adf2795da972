import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  callingCodeButton,
  expectCountry,
  field,
  located,
  openRegistration,
  pick,
  setUpRegisterTests,
  type,
} from './testing/register-harness.tsx';

setUpRegisterTests();

const phone = () => field('Phone');

it('formats numbers on paste and on blur, and takes the calling code from them', async () => {
  const { user } = await openRegistration();
  await expectCountry('Germany');
  expect(callingCodeButton().textContent).toBe('+49');
  const paste = async (text: string): Promise<void> => {
    await user.clear(phone());
    await user.paste(text);
  };
  for (const [pasted, dial, national] of [
    ['+44 20 7946 0958', '+44', '20 7946 0958'],
    ['8 916 123-45-67', '+7', '916 123 45 67'],
    ['380 44 123 45 67', '+380', '44 123 4567'],
  ] as const) {
    await paste(pasted);
    expect([pasted, phone().value, callingCodeButton().textContent]).toEqual([pasted, national, dial]);
  }
  // A national number may start with the digits of its calling code; a formatted number stays unchanged.
  await paste('+380 380 123 456');
  fireEvent.blur(phone());
  fireEvent.blur(phone());
  expect(phone().value).toBe('3801 23456');
  type('Phone', '380 44 765 43 21');
  fireEvent.blur(phone());
  expect(phone().value).toBe('4476 54321');
  expect(phone().getAttribute('aria-invalid')).not.toBe('true');
  // A number that is valid for the country keeps its first digits, although they equal the calling code.
  pick(callingCodeButton(), 'india');
  type('Phone', '9198765432');
  fireEvent.blur(phone());
  expect(phone().value).toBe('91987 65432');
  expect(callingCodeButton().textContent).toBe('+91');
  type('Phone', '12 34');
  expect(phone().getAttribute('aria-invalid')).toBe('true');
});

it('formats a number during input, keeps the caret, and rejects an extension', async () => {
  const { user } = await openRegistration({
    locate: () => located({ country: 'United States', countryCode: 'US', phoneCode: '+1' }),
  });
  await expectCountry('United States');
  await user.type(phone(), '2025550143');
  expect(phone().value).toBe('202 555 0143');
  // The caret stays behind the digit that is inserted in the middle, and does not jump to the end.
  type('Phone', '');
  type('Phone', '202555014');
  expect(phone().value).toBe('202 555 014');
  fireEvent.change(phone(), { target: { value: '2023 555 014', selectionStart: 4, selectionEnd: 4 } });
  expect([phone().value, phone().selectionStart]).toEqual(['202 355 5014', 5]);
  await user.clear(phone());
  await user.paste('(202) 555-0143 ext. 5');
  expect(phone().value).toBe('(202) 555-0143 ext. 5');
  expect(callingCodeButton().textContent).toBe('+1');
  expect(screen.getByText('Please enter the number without an extension')).toBeDefined();
  type('Phone', '1234567');
  expect(screen.getByText(/^This does not look like a number of \+1\./)).toBeDefined();
  expect(screen.queryByText('Please enter the number without an extension')).toBeNull();
});
