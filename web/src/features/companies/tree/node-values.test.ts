import { expect, it } from 'vitest';
import { editOf, inputMaxOf, nodeValuesOf, problemOf, type NodeField } from './node-values.ts';
import { aNode, serialOf } from '../../../testing/tree-factory.ts';

const shop = aNode(3, { type: 'Company', name: 'Shop', city: 'Kyiv', street: 'Main', house: '1' });
const problem = (field: NodeField, text: string, node = shop) =>
  problemOf(node, field, { ...nodeValuesOf(node), [field]: text });

it.each([
  ['name', 15],
  ['description', 20],
  ['city', 20],
  ['street', 25],
  ['house', 10],
  ['zip', 10],
] as const)('%s accepts %i characters', (field, max) => {
  expect(problem(field, 'x'.repeat(max))).toBeNull();
  expect(problem(field, 'x'.repeat(max + 1))).toBe(max);
});

it('lets the inputs of name and description exceed their limit a little', () => {
  expect(inputMaxOf(shop)).toMatchObject({ name: 20, description: 30, city: 20 });
});

it('has the limits of the form of main companies for a main company', () => {
  const main = aNode(1, { type: 'Main' });
  expect([inputMaxOf(main).name, inputMaxOf(main).description]).toEqual([32, 64]);
  expect(problem('name', 'x'.repeat(32), main)).toBeNull();
  expect(problem('name', 'x'.repeat(33), main)).toBe(32);
});

it.each([
  ['name', 'required'],
  ['description', null],
  ['city', 'required'],
  ['street', 'required'],
  ['house', 'required'],
  ['zip', null],
] as const)('a company without %s: %j', (field, expected) => expect(problem(field, '  ')).toBe(expected));

it.each(['Element', 'Device'] as const)('requires no location of a node of type %s', (type) => {
  const node = aNode(4, { type });
  expect([problem('city', '', node), problem('house', '', node), problem('name', '', node)]).toEqual([
    null,
    null,
    'required',
  ]);
});

it('accepts a longer name that was stored before', () => {
  const long = aNode(3, { ...shop, name: 'A name of the modal' });
  expect(problem('name', long.name, long)).toBeNull();
  expect(problem('name', `${long.name}!`, long)).toBe(15);
});

it('sends the whole node', () => {
  expect(editOf(shop, { ...nodeValuesOf(shop), name: ' Shop 2 ', zip: ' ' })).toEqual({
    company_id: 3,
    user_id: 1,
    type: 'Company',
    name: 'Shop 2',
    description: null,
    continent: null,
    country: null,
    city: 'Kyiv',
    street: 'Main',
    house: '1',
    zip: null,
    device_type: null,
    serial: null,
    emblem: null,
  });
});

it('leaves the location of a device as it is', () => {
  const device = aNode(4, { type: 'Device', city: 'Lviv', serial: serialOf(4), device_type: 'audio' });
  expect(editOf(device, { ...nodeValuesOf(device), city: 'Kyiv' })).toMatchObject({
    city: 'Lviv',
    serial: serialOf(4),
    device_type: 'audio',
  });
});
