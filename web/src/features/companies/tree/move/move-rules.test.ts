import { expect, it } from 'vitest';
import { SHOPS } from '../../../../testing/tree-factory.ts';
import { buildTree, nodeOf } from '../company-tree.ts';
import { moveRuleOf } from './move-rules.ts';

const tree = buildTree(SHOPS);
const refusal = (moved: number, parent: number) => moveRuleOf(tree, moved)?.(nodeOf(tree, parent)!);

it.each([
  ['a shop below the main company', 3, 1, null],
  ['a shop below another region', 3, 6, null],
  ['a device below another shop', 4, 7, null],
  ['a shop below its region, where it is', 3, 2, 'here'],
  ['a region below itself', 2, 2, 'inside'],
  ['a region below its own shop', 2, 3, 'inside'],
  ['a shop below a shop', 3, 7, 'type'],
  ['a device below a region', 4, 6, 'type'],
  ['a device below a device', 4, 8, 'type'],
] as const)('%s', (_what, moved, parent, expected) => expect(refusal(moved, parent)).toBe(expected));

it('has no rule for a main company and an unknown node', () => {
  expect([moveRuleOf(tree, 1), moveRuleOf(tree, 99)]).toEqual([null, null]);
});
