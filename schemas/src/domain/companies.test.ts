import { expect, it } from 'vitest';
import { COMPANY_TYPES, companyTypeSchema, canContain } from './companies.ts';

it('accepts a type by its name, its number, and its number as text', () => {
  for (const [place, type] of COMPANY_TYPES.entries()) {
    for (const given of [type, type.toUpperCase(), ` ${type} `, place, String(place)]) {
      expect({ given, type: companyTypeSchema.parse(given) }).toEqual({ given, type });
    }
  }
});

it('lists the valid types in the error', () => {
  for (const given of ['', 'Office', 4, -1, 1.5, '4', '10', null]) {
    expect({ given, success: companyTypeSchema.safeParse(given).success }).toEqual({ given, success: false });
  }
  expect(companyTypeSchema.safeParse('Office').error?.issues[0]?.message).toBe(
    'Type must be one of Main, Element, Company, Device',
  );
});

it('allows elements and companies below main companies and elements, devices below companies, and nothing below devices', () => {
  const pairs = COMPANY_TYPES.flatMap((parent) =>
    COMPANY_TYPES.filter((child) => canContain(parent, child)).map((child) => `${parent} > ${child}`),
  );
  expect(pairs).toEqual([
    'Main > Element',
    'Main > Company',
    'Element > Element',
    'Element > Company',
    'Company > Device',
  ]);
});
