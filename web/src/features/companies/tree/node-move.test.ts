import { expect, it } from 'vitest';
import { SHOPS, aNode } from '../../../testing/tree-factory.ts';
import { buildTree, nodeOf } from './company-tree.ts';
import { moveRuleOf, moveTargets } from './node-move.ts';
import { TREE_DEPTH_MAX } from '@belfry/schemas/domain/companies';

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

const targetsOf = (id: number, nodes = SHOPS): string[] =>
  moveTargets(buildTree(nodes), id).map(({ node, path }) => [path, node.name].filter(Boolean).join(' / '));

it('offers the nodes that allow the type, without the own branch and the present parent', () => {
  expect(targetsOf(2)).toEqual(['Main / South']);
  expect(targetsOf(3)).toEqual(['Main', 'Main / South']);
  expect(targetsOf(4)).toEqual(['Main / South / Shop 2']);
});

it('offers nothing for a main company and an unknown node', () => {
  expect(targetsOf(1)).toEqual([]);
  expect(targetsOf(99)).toEqual([]);
});

it('offers no parent that would move a descendant below the depth limit', () => {
  const chain = Array.from({ length: TREE_DEPTH_MAX - 1 }, (_, index) =>
    aNode(100 + index, { parent_company_id: index === 0 ? 1 : 99 + index, name: `Level ${index + 1}` }),
  );
  const last = chain.at(-1)?.company_id ?? 0;
  const offered = (id: number) =>
    moveTargets(buildTree([...SHOPS, aNode(10, { parent_company_id: 1 }), ...chain]), id).map(
      ({ node }) => node.company_id,
    );
  expect(offered(10)).toContain(last);
  expect(offered(2)).toContain(last - 2);
  expect(offered(2)).not.toContain(last - 1);
});
