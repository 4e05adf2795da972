import { expect, it } from 'vitest';
import { hasField, isList, unwrap } from './unwrap.ts';

const PATHS = ['', 'data', 'data.metrics', 'metrics'];

it.each([[[1]], [{ data: [1] }], [{ data: { metrics: [1] } }], [{ metrics: [1] }]])('finds a list in %j', (answer) =>
  expect(unwrap(answer, PATHS, isList)).toEqual([1]),
);

it('finds an object by one of its fields, also where a wrapper has others', () => {
  const found = hasField<{ total_records: number }>('total_records');
  expect(unwrap({ success: true, statistics: { total_records: 3 } }, ['', 'data', 'statistics'], found)).toEqual({
    total_records: 3,
  });
});

it.each([[null], [{}], [{ data: 'x' }]])('finds nothing in %j', (answer) =>
  expect(() => unwrap(answer, PATHS, isList)).toThrow('does not hold'),
);
