import { expect, it } from 'vitest';
import { byNestedThenName, searchCompanies } from './companies-api.ts';

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
