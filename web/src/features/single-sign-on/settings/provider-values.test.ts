import { expect, it } from 'vitest';
import { readValues, valuesOf } from './provider-values.ts';

const RIGHT = { ...valuesOf(null), name: 'Login', issuer: 'https://login.example.com', client_id: 'belfry' };

it('reads domains in any spelling, and needs the secret of a new provider only', () => {
  const values = { ...RIGHT, domains: 'One.example.com, two.example.com\nthree.example.com' };
  expect(readValues({ ...values, client_secret: 'secret' }, { isNew: true })).toMatchObject({
    body: { domains: ['one.example.com', 'two.example.com', 'three.example.com'], roles_claim: 'groups' },
  });
  expect(readValues(values, { isNew: true })).toEqual({ problem: 'The client secret is required' });
  expect(readValues(values, { isNew: false })).toHaveProperty('body');
});

it('names what is wrong', () => {
  const secret = { client_secret: 'secret' };
  expect(readValues({ ...RIGHT, ...secret, issuer: 'login' }, { isNew: true })).toEqual({
    problem: 'Expected the address of the issuer, such as https://login.example.com',
  });
  expect(readValues({ ...RIGHT, ...secret, domains: 'nowhere' }, { isNew: true })).toEqual({
    problem: 'Expected a mail domain such as example.com',
  });
  const rule = { value: '', company_id: 1, role: 'viewer', may_emergency: false } as const;
  expect(readValues({ ...RIGHT, ...secret, rules: [rule] }, { isNew: true })).toEqual({
    problem: 'The value of a rule is required',
  });
});
