import { describe, expect, it } from 'vitest';
import { aNode } from '../../../testing/tree-factory.ts';
import { problemsOf } from './element-rules.ts';
import { newElement, type ElementValues } from './element-values.ts';

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
