import { expect, it } from 'vitest';
import { changeOf, INITIAL } from './bulk-change.ts';

it.each([
  ['mode', { mode: 'blocked' }, { device_mode: 'blocked' }],
  ['note', { note: '  Hall ' }, { note: 'Hall' }],
  ['note', { note: ' ' }, { note: null }],
  ['tags', { add: 'Shop', remove: 'old' }, { tags: { add: ['shop'], remove: ['old'] } }],
  ['company', { company: '12' }, { company_id: 12 }],
  ['company', { company: '12', unbind: true }, { company_id: null }],
  ['group', { group: 4 }, { group_id: 4 }],
] as const)('%s: %j becomes %j', (kind, values, change) => {
  expect(changeOf(kind, { ...INITIAL, ...values })).toEqual(change);
});

it.each([
  ['tags', {}],
  ['tags', { add: 'a', remove: 'A' }],
  ['company', {}],
  ['group', {}],
] as const)('%s: %j is not complete', (kind, values) => {
  expect(changeOf(kind, { ...INITIAL, ...values })).toBeNull();
});
