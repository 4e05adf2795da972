import { expect, it } from 'vitest';
import { changedChoice } from './address.ts';

it.each([
  ['adds to what is chosen', [1, 2], [1, 2], [1, 2, 3], [1, 2, 3]],
  ['removes from it', [1, 2], [1, 2], [2], [2]],
  ['keeps what was added after the rendering', [1, 2], [1], [1, 3], [1, 2, 3]],
  ['does not bring back what was removed after the rendering', [2], [1, 2], [1, 2, 3], [2, 3]],
  ['does not add twice', [1, 2], [1], [1, 2], [1, 2]],
  ['clears what was rendered', [1, 2], [1, 2], [], []],
])('%s', (_title, now, rendered, chosen, expected) => {
  expect(changedChoice(now, rendered, chosen)).toEqual(expected);
});
