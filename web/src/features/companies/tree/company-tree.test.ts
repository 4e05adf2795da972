import { expect, it } from 'vitest';
import {
  branchOf,
  buildTree,
  idsOf,
  nodeOf,
  parentsIn,
  pathTo,
  type CompanyTree,
  type FlatNode,
} from './company-tree.ts';
import { aNode, SHOPS } from '../../../testing/tree-factory.ts';

const below = (id: number, parent_company_id: FlatNode['parent_company_id']): FlatNode => ({
  ...aNode(id),
  parent_company_id,
});
const shape = ({ nodes }: CompanyTree): string[] =>
  nodes.map(({ company_id, level }) => `${'-'.repeat(level)}${company_id}`);

it('builds children and levels of a flat list, in any order', () => {
  const shops = ['1', '-2', '--3', '---4', '---5', '-6', '--7', '---8', '---9'];
  expect(shape(buildTree(SHOPS))).toEqual(shops);
  expect(shape(buildTree([...SHOPS.slice(6), ...SHOPS.slice(0, 6)])).toSorted()).toEqual(shops.toSorted());
  const [root] = buildTree(SHOPS).roots;
  expect(idsOf(root?.children ?? [])).toEqual([2, 6]);
});

it.each([undefined, null, '', 0])('treats a node whose parent is %j as a root', (parent) => {
  expect(idsOf(buildTree([below(1, parent), below(2, 1)]).roots)).toEqual([1]);
});

it('accepts types by number and by name', () => {
  const types: FlatNode['type'][] = [0, 'Main', 1, 'Element', '2', 'company', 3, 'Device'];
  const { nodes } = buildTree(types.map((type, index): FlatNode => Object.assign(aNode(index + 1), { type })));
  expect(nodes.map(({ type }) => type)).toEqual([
    'Main',
    'Main',
    'Element',
    'Element',
    'Company',
    'Company',
    'Device',
    'Device',
  ]);
});

it('keeps every node: of a missing parent, of a cycle, and with itself as parent', () => {
  const tree = buildTree([
    below(1, null),
    below(2, 99),
    below(3, 5),
    below(4, 3),
    below(5, 4),
    below(6, 6),
    below(7, 5),
  ]);
  expect(shape(tree)).toEqual(['1', '2', '3', '-4', '--5', '---7', '6']);
  expect(pathTo(tree, 7).map(({ company_id }) => company_id)).toEqual([3, 4, 5]);
});

it('counts a repeated id once', () => {
  expect(shape(buildTree([below(1, null), below(2, 1), below(2, 1)]))).toEqual(['1', '-2']);
});

it('returns a branch as a slice, and the path to a node', () => {
  const tree = buildTree(SHOPS);
  expect(idsOf(branchOf(tree, 2))).toEqual([2, 3, 4, 5]);
  expect(idsOf(branchOf(tree, 9))).toEqual([9]);
  expect(idsOf(pathTo(tree, 9))).toEqual([1, 6, 7]);
  expect(parentsIn(tree, [2, 9])).toEqual([2, 3]);
  expect([branchOf(tree, 99), pathTo(tree, 99), nodeOf(tree, 99)]).toEqual([[], [], undefined]);
});

/** A random list: a quarter of the parents do not exist, and there are cycles. */
const anyList = (seed: number): FlatNode[] => {
  let state = seed;
  const next = (below: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  return Array.from({ length: 1 + next(60) }, (_, index) => below(index + 1, next(80)));
};

it.each(Array.from({ length: 50 }, (_, seed) => seed + 1))('keeps its invariants for a random list (%i)', (seed) => {
  const flat = anyList(seed);
  const tree = buildTree(flat);
  expect(new Set(idsOf(tree.nodes))).toEqual(new Set(idsOf(flat)));
  expect(tree.nodes).toHaveLength(flat.length);
  for (const node of tree.nodes) {
    const branch = branchOf(tree, node.company_id);
    expect(branch[0]).toBe(node);
    expect(branch).toHaveLength(
      1 + node.children.reduce((sum, { company_id }) => sum + branchOf(tree, company_id).length, 0),
    );
    expect(pathTo(tree, node.company_id)).toHaveLength(node.level);
  }
});

it('builds a chain of any depth and a tree of 10,000 nodes', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => below(index + 1, index));
  expect(buildTree(chain).nodes.at(-1)?.level).toBe(19_999);
  const wide = Array.from({ length: 10_420 }, (_, index) => below(index + 1, Math.floor(index / 10)));
  expect(buildTree(wide).nodes).toHaveLength(10_420);
});
