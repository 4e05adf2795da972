import { REASON_CODES, reasonText } from '@belfry/schemas/domain/reasons';
import { DRY_RUN_REASONS } from '@belfry/schemas/http/schedules/dry-run';
import { expect, it } from 'vitest';
import en from '../locales/en/reasons.json';
import de from '../locales/de/reasons.json';
import ru from '../locales/ru/reasons.json';

const CODES = [...REASON_CODES, ...DRY_RUN_REASONS];
const inBraces = (text: string): string[] => [...text.matchAll(/\{+(\w+)\}+/g)].map(([, name]) => name ?? '');

it.each(CODES)('%s has a text in each language', (code) => {
  expect(en[code]).not.toBe('');
  expect(inBraces(ru[code])).toEqual(inBraces(en[code]));
  expect(inBraces(de[code])).toEqual(inBraces(en[code]));
});

it.each(REASON_CODES)('the text of %s needs no parameter that the code does not have', (code) => {
  const unfilled = reasonText(code, Object.fromEntries(inBraces(en[code]).map((name) => [name, `<${name}>`])));
  for (const name of inBraces(en[code])) expect(unfilled).toContain(`<${name}>`);
});
