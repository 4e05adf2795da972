import { expect, it } from 'vitest';
import { aNode, SHOPS } from '../../testing/tree-factory.ts';
import { nodeOfRequest, withChange, withNode, byNestedThenName, searchCompanies } from './companies-api.ts';

const names = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name);
const ROOMS = [
  aNode(1, { name: 'Main', type: 'Main' }),
  aNode(2, { parent_company_id: 1, name: 'Room 9' }),
  aNode(3, { parent_company_id: 1, name: 'Room 11' }),
];

it('inserts a node among its siblings in natural order', () => {
  expect(names(withNode(ROOMS, aNode(4, { parent_company_id: 1, name: 'room 10' })))).toEqual([
    'Main',
    'Room 9',
    'room 10',
    'Room 11',
  ]);
  expect(names(withNode(ROOMS, aNode(4, { parent_company_id: 1, name: 'Yard' }))).at(-1)).toBe('Yard');
});

it('returns the same list for a parent that is not in it, and for a node that is', () => {
  expect(withNode(ROOMS, aNode(4, { parent_company_id: 99 }))).toBe(ROOMS);
  expect(withNode(ROOMS, aNode(2, { parent_company_id: 1 }))).toBe(ROOMS);
});

it('changes the given fields only, and moves a renamed node to its place', () => {
  const changed = withChange(ROOMS, { company_id: 2, name: 'Room 12', description: 'big' });
  expect(names(changed)).toEqual(['Main', 'Room 11', 'Room 12']);
  expect(changed.at(-1)).toMatchObject({ description: 'big', parent_company_id: 1, type: 'Element' });
  expect(withChange(ROOMS, { company_id: 2, city: 'Riga' })[1]).toEqual({ ...ROOMS[1], city: 'Riga' });
});

it('renames a main company, moves a node below another, and ignores an unknown one', () => {
  expect(names(withChange(ROOMS, { company_id: 1, name: 'Head office' }))[0]).toBe('Head office');
  const moved = withChange(SHOPS, { company_id: 3, parent_company_id: 6 });
  expect(moved.find(({ company_id }) => company_id === 3)?.parent_company_id).toBe(6);
  expect(withChange(ROOMS, { company_id: 99, name: 'Nobody' })).toBe(ROOMS);
});

it('leaves out fields of an answer that a node does not have', () => {
  const extended = { company_id: 2, default_language: 'ru', city: 'Riga' };
  expect(withChange(ROOMS, extended)[1]).toEqual({ ...ROOMS[1], city: 'Riga' });
});

it('makes the node of a request with the owner of its parent, empty texts as null, and zipCode as zip', () => {
  const body = { name: ' Shop ', type: 'Company', parent_company_id: 1, city: ' Riga ', street: '', zipCode: '1010' };
  const parent = aNode(1, { user_id: 7 });
  expect(nodeOfRequest(5, body, parent)).toEqual(
    aNode(5, { parent_company_id: 1, user_id: 7, name: 'Shop', type: 'Company', city: 'Riga', zip: '1010' }),
  );
  expect(nodeOfRequest(5, { name: 'X', type: 3 }, parent).type).toBe('Device');
});

const company = (name: string, subcompany_count = 0, description: string | null = null) => ({
  name,
  subcompany_count,
  description,
});
const namesOf = (companies: { name: string }[]) => companies.map(({ name }) => name);

it('sorts by the number of nested companies, then by name', () => {
  const companies = [company('beta', 3), company('Alpha', 3), company('Shop 10'), company('shop 2'), company('Z', 120)];
  expect(namesOf(companies.toSorted(byNestedThenName))).toEqual(['Z', 'Alpha', 'beta', 'shop 2', 'Shop 10']);
});

it.each([
  ['ACME', ['Acme north', 'Other']],
  [' mosk', ['Other']],
  ['МОСКВА', ['Склад']],
  ['', ['Acme north', 'Other', 'Склад']],
  ['nowhere', []],
])('finds %j in namesOf and descriptions', (q, found) => {
  const companies = [company('Acme north'), company('Other', 0, 'Moskva, of Acme'), company('Склад', 0, 'г. Москва')];
  expect(namesOf(searchCompanies(companies, q))).toEqual(found);
});
