import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import { searchWaiting } from './waiting-search.ts';

const devices = [
  aDevice({ serial: '1234-5678-9012-3456', note: 'Front door' }),
  aDevice({ serial: '2222-3333-4444-5555', note: null }),
];

it.each([
  ['', 2],
  ['5678-9', 1],
  ['56789', 1],
  ['FRONT', 1],
  ['-', 0],
  ['nothing', 0],
])('finds by %j %i of two', (typed, count) => expect(searchWaiting(devices, typed).shown).toHaveLength(count));

it('returns at most 50, and the number of further ones', () => {
  const many = Array.from({ length: 70 }, (_, index) => aDevice({ note: `Note ${index}` }));
  expect(searchWaiting(many, '')).toMatchObject({ more: 20 });
  expect(searchWaiting(many, 'note 6')).toMatchObject({ more: 0 });
});
