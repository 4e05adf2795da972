import { expect, it } from 'vitest';
import { changeCompaniesAddress, readCompaniesAddress } from './companies-address.ts';

const read = (text: string) => readCompaniesAddress(new URLSearchParams(text));
const change = (text: string, to: Parameters<typeof changeCompaniesAddress>[1]) =>
  String(changeCompaniesAddress(new URLSearchParams(text), to));

it('reads the selection, the search and the open form', () =>
  expect(read('company=7&q=acme&do=edit')).toEqual({ company: 7, q: 'acme', do: 'edit' }));

it.each(['', 'company=x&do=fly', 'company=-1', 'company=0', 'company=1.5', 'company='])(
  'takes nothing from %j',
  (text) => expect(read(text)).toEqual({ company: null, q: '', do: null }),
);

it('changes only the given parameters, and keeps foreign ones', () => {
  expect(change('company=7&q=acme&node=3', { company: 8 })).toBe('company=8&q=acme&node=3');
  expect(change('company=7&do=edit&node=3', { do: null, company: null })).toBe('node=3');
});
