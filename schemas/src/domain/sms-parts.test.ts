import { expect, it } from 'vitest';
import { countSmsParts } from './sms-parts.ts';

it.each([
  ['', 'GSM-7', 0, 160],
  ['Hello', 'GSM-7', 1, 155],
  ['a'.repeat(160), 'GSM-7', 1, 0],
  ['a'.repeat(161), 'GSM-7', 2, 145],
  ['a'.repeat(306), 'GSM-7', 2, 0],
  ['a'.repeat(307), 'GSM-7', 3, 152],
  ['€'.repeat(80), 'GSM-7', 1, 0],
  ['€'.repeat(81), 'GSM-7', 2, 143],
  ['[ok]', 'GSM-7', 1, 154],
  ['Привет', 'UCS-2', 1, 64],
  ['я'.repeat(70), 'UCS-2', 1, 0],
  ['я'.repeat(71), 'UCS-2', 2, 63],
  ['a'.repeat(70) + '—', 'UCS-2', 2, 63],
  ['😀'.repeat(35), 'UCS-2', 1, 0],
])('%j is %s in %i parts, with %i units left', (text, encoding, parts, left) => {
  expect(countSmsParts(text)).toMatchObject({ encoding, parts, left });
});

it('does not divide an escaped character between two parts', () => {
  // The 153rd septet of the first part stays empty: 152 + 2 do not fit.
  expect(countSmsParts(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toMatchObject({ parts: 2, left: 0 });
  expect(countSmsParts(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ parts: 3 });
});

it('does not divide a surrogate pair between two parts', () => {
  expect(countSmsParts(`${'я'.repeat(66)}😀${'я'.repeat(65)}`)).toMatchObject({ parts: 2, left: 0 });
  expect(countSmsParts(`${'я'.repeat(66)}😀${'я'.repeat(66)}`)).toMatchObject({ parts: 3 });
});
