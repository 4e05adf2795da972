import { expect, it } from 'vitest';
import { readValues, valuesOf } from './provider-values.ts';

const RIGHT = { ...valuesOf(null), name: 'Login', issuer: 'https://login.example.com', client_id: 'belfry' };

it('reads domains in any spelling, and needs the secret of a new provider only', () => {
  const values = { ...RIGHT, domains: 'One.example.com, two.example.com\nthree.example.com' };
  expect(readValues({ ...values, client_secret: 'secret' }, { isNew: true })).toMatchObject({
    body: { domains: ['one.example.com', 'two.example.com', 'three.example.com'], roles_claim: 'groups' },
  });
  expect(readValues(values, { isNew: true })).toEqual({ problem: 'client_secret' });
  expect(readValues(values, { isNew: false })).toHaveProperty('body');
});

it('names the first field that is wrong', () => {
  const secret = { client_secret: 'secret' };
  const problemOf = (values: Partial<typeof RIGHT>) => readValues({ ...RIGHT, ...secret, ...values }, { isNew: true });
  expect(problemOf({ issuer: 'login', domains: 'nowhere' })).toEqual({ problem: 'issuer' });
  expect(problemOf({ domains: 'nowhere' })).toEqual({ problem: 'domains' });
  for (const rule of [
    { value: '', company_id: 1 },
    { value: 'staff', company_id: null },
  ])
    expect(problemOf({ rules: [{ ...rule, role: 'viewer', may_emergency: false }] })).toEqual({ problem: 'rules' });
});
