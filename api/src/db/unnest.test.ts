import { expect, it } from 'vitest';
import { unnest } from './unnest.ts';

it('casts each parameter to the array type of its column', () => {
  expect(unnest('b', { serial: 'text', at: 'timestamptz', live: 'bool' }).sql).toBe(
    'unnest($1::text[], $2::timestamptz[], $3::bool[]) as b (serial, at, live)',
  );
});

it('counts parameters from the given one, and adds the position of the row', () => {
  expect(unnest('a', { id: 'uuid', n: 'int4' }, { first: 3, ordinality: 'position' }).sql).toBe(
    'unnest($3::uuid[], $4::int4[]) with ordinality as a (id, n, position)',
  );
});

it('makes one array per column, in the order of the columns', () => {
  const { values } = unnest('b', { serial: 'text', version: 'int4', at: 'timestamptz', live: 'bool' });
  expect(
    values([
      { at: 0, live: true, serial: 'a', version: 1 },
      { at: null, live: false, serial: null, version: null },
    ]),
  ).toEqual([
    ['a', null],
    [1, null],
    [new Date(0), null],
    [true, false],
  ]);
});
