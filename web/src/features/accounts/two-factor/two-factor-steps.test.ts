import { expect, it } from 'vitest';
import { codesFile, groupsOfFour } from './two-factor-steps.tsx';

it.each([
  ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['ABCDE', 'ABCD E'],
  ['', ''],
])('%j is read as %j', (secret, text) => expect(groupsOfFour(secret)).toBe(text));

it('keeps one code per line under its heading', () => {
  expect(codesFile('Belfry, ada@belfry.test', ['a-b', 'c-d'])).toBe('Belfry, ada@belfry.test\n\na-b\nc-d\n');
});
