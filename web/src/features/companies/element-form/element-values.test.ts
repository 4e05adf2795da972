import { COMPANY_TYPES, COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { CompanyInfo } from '@belfry/schemas/http/companies/companies';
import { addCompanyBodySchema, editCompanyBodySchema } from '@belfry/schemas/http/companies/changes';
import { expect, it, describe } from 'vitest';
import { aNode } from '../../../testing/tree-factory.ts';
import {
  addBodyOf,
  allowedBelow,
  editBodyOf,
  isChanged,
  newElement,
  valuesOf,
  problemsOf,
  type ElementValues,
  countryOf,
  countryText,
} from './element-values.ts';

const SHOP = aNode(3, {
  type: 'Company',
  user_id: 9,
  continent: 'Europe',
  country: 'Germany',
  city: 'Berlin',
  zip: '1',
});
const INFO: CompanyInfo = {
  ...SHOP,
  name: 'Shop',
  emblem: null,
  time_zone_utc: 60,
  default_language: 'de',
  default_voice: 'de-DE-Standard-B',
  time_zone: null,
  clock_required: null,
  volume_max: null,
  quiet_hours: null,
  trim_db: null,
  sound_test: null,
  lead_in: null,
  created_at: '2026-11-20T11:00:00.000Z',
  updated_at: '2026-11-20T11:00:00.000Z',
};

it.each([
  ['Main', ['Element', 'Company']],
  ['Element', ['Element', 'Company']],
  ['Company', ['Device']],
  ['Device', []],
] as const)('below %s allows %j', (parent, allowed) => expect(allowedBelow(parent)).toEqual(allowed));

it.each(COMPANY_TYPES)('below %s it begins with what may stand there, and inherits the settings', (type) => {
  expect(newElement({ ...SHOP, type })).toMatchObject({
    emblem: '🏢',
    type: allowedBelow(type)[0] ?? 'Element',
    settings: {},
    city: 'Berlin',
    zipCode: '1',
    serial: '',
  });
});

it('converts a stored element to form values and back without a change', () => {
  const values = valuesOf(INFO);
  expect(values).toMatchObject({ name: 'Shop', emblem: '🏢', zipCode: '1', street: '' });
  expect(editCompanyBodySchema.parse(editBodyOf(values, SHOP))).toEqual({
    company_id: 3,
    user_id: 9,
    name: 'Shop',
    description: null,
    emblem: '🏢',
    continent: 'Europe',
    country: 'Germany',
    city: 'Berlin',
    street: null,
    house: null,
    zip: '1',
    coordinates: null,
  });
});

it('sends the settings that were changed, and null for those that are inherited again', () => {
  const settings = { time_zone: 'Europe/Riga', volume_max: 0, quiet_hours: null, language: 'lv', voice: '' };
  const body = editBodyOf({ ...valuesOf(INFO), settings }, SHOP);
  expect(JSON.parse(JSON.stringify(body))).toMatchObject({
    time_zone: 'Europe/Riga',
    default_language: 'lv',
    volume_max: 0,
    quiet_hours: null,
  });
  // Its voices are still being loaded.
  expect(body.default_voice).toBeUndefined();
});

it('sends a new element with its type by name, its parent and its owner; the serial is bound later', () => {
  const body = addBodyOf({ ...newElement(SHOP), name: ' Door ', serial: '1111-2222-3333-4444' }, SHOP);
  expect(body).toMatchObject({ name: 'Door', type: 'Device', parent_company_id: 3, user_id: 9, zipCode: '1' });
  expect(body).not.toHaveProperty('serial');
  expect(addCompanyBodySchema.safeParse(body).success).toBe(true);
});

it('detects changes', () => {
  const values = valuesOf(INFO);
  expect(isChanged({ ...values }, values)).toBe(false);
  expect(isChanged({ ...values, emblem: '🏫' }, values)).toBe(true);
  expect(isChanged({ ...values, settings: { volume_max: null } }, values)).toBe(true);
});

const EMPTY = newElement(aNode(1, { type: 'Main' }));
const PLACE = { country: 'Germany', city: 'Berlin', street: 'Main', house: '7', zipCode: '10115' };
const check = (change: Partial<ElementValues>) => problemsOf({ ...EMPTY, ...change });

it.each(['Main', 'Element', 'Company', 'Device'] as const)('%s requires a name', (type) => {
  expect(check({ type }).name).toBe('name');
  expect(check({ type, name: '  ' }).name).toBe('name');
  expect(check({ type, name: 'X' }).name).toBeUndefined();
});

it('an element requires nothing else', () => expect(check({ type: 'Element', name: 'X' })).toEqual({}));

describe.each(['Company', 'Device'] as const)('%s', (type) => {
  it('requires an address, field by field, in the order of the form', () => {
    const { serial: _one, name: _other, ...place } = check({ type });
    expect(Object.entries(place)).toEqual([
      ['country', 'country'],
      ['city', 'city'],
      ['zipCode', 'zip'],
      ['street', 'street'],
      ['house', 'house'],
    ]);
  });
});

it('accepts a company with name and address', () =>
  expect(check({ type: 'Company', name: 'X', ...PLACE })).toEqual({}));

it.each([
  ['', 'serial'],
  ['1234', 'serial_format'],
  ['1234567890123456', 'serial_format'],
  ['1234-5678-9012-345a', 'serial_format'],
  ['1234-5678-9012-3456', undefined],
])('a device with the serial %j: %s', (serial, rule) => {
  expect(check({ type: 'Device', name: 'X', ...PLACE, serial }).serial).toBe(rule);
});

const germany = { code: 'DE', name: 'Germany', flag: '🇩🇪' };
const southAfrica = { code: 'ZA', name: 'Южно-Африканская Республика', flag: '🇿🇦' };
const ocean = { code: 'IO', name: 'British Indian Ocean Territory', flag: '🇮🇴' };
const all = [germany, southAfrica, ocean];

it.each([
  [germany, 'Germany'],
  [southAfrica, 'South Africa'],
  [ocean, 'IO'],
])('stores a country as a text that fits', (country, text) => {
  expect(countryText(country)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(COMPANY_LIMITS.country);
  expect(countryOf(text, all)).toBe(country);
});

it('finds a country by its name or code, and no others', () => {
  expect(countryOf('DE', all)).toBe(germany);
  expect(countryOf('Atlantis', all)).toBeUndefined();
  expect(countryOf('', all)).toBeUndefined();
});
