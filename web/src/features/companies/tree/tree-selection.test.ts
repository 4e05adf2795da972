import { expect, it } from 'vitest';
import { buildTree, postalAddressOf, filterNodes } from './company-tree.ts';
import { aNode, serialOf, SHOPS } from '../../../testing/tree-factory.ts';
import { checkStates, selectedAudioOf, toggleBranch, toggleEach, uncheck } from './tree-selection.ts';

const tree = buildTree(SHOPS);
const none = new Set<number>();
const statesOf = (checked: ReadonlySet<number>) => Object.fromEntries(checkStates(tree, checked));

it('checks a whole branch, and updates its parents', () => {
  const checked = toggleBranch(tree, none, 2);
  expect(statesOf(checked)).toEqual({ 1: 'mixed', 2: true, 3: true, 4: true, 5: true });
});

it('unchecks only a branch that is fully checked', () => {
  const one = toggleBranch(tree, none, 4);
  expect(statesOf(one)).toEqual({ 1: 'mixed', 2: 'mixed', 3: 'mixed', 4: true });
  const both = toggleBranch(tree, one, 2);
  expect(statesOf(both)).toMatchObject({ 2: true, 4: true, 5: true });
  expect(statesOf(toggleBranch(tree, both, 2))).toEqual({});
  expect(statesOf(toggleBranch(tree, none, 1))).toMatchObject({ 1: true, 6: true, 9: true });
});

it('ignores ids that are not in the tree', () => {
  expect([...toggleEach(tree, none, [99, 4])]).toEqual([4]);
  expect([...uncheck(new Set([4, 5]), [4, 99])]).toEqual([5]);
});

it('leaves a node that is added later unchecked, so that its parents are mixed', () => {
  const checked = toggleBranch(tree, none, 3);
  const grown = buildTree([...SHOPS, aNode(10, { parent_company_id: 3, type: 'Device' })]);
  expect(checkStates(grown, checked).get(3)).toBe('mixed');
});

it('selects audio devices only, with their record and inherited address', () => {
  const checked = toggleBranch(tree, none, 1);
  const selected = selectedAudioOf(tree, checked);
  expect(selected.map(({ name }) => name)).toEqual(['Door', 'Hall', 'Till']);
  expect(selected[0]).toEqual({
    company_id: 4,
    serial: serialOf(4),
    name: 'Door',
    description: null,
    continent: null,
    country: null,
    city: 'Kyiv',
    street: 'Main',
    house: '1',
  });
});

it('distinguishes an own address from an inherited one', () => {
  expect(postalAddressOf(tree, 9)).toMatchObject({ address: { city: 'Odesa' }, inherited: true });
  expect(postalAddressOf(tree, 7)).toMatchObject({ address: { city: 'Odesa' }, inherited: false });
  expect(postalAddressOf(tree, 2)).toMatchObject({ address: { city: null }, inherited: false });
  expect(postalAddressOf(tree, 99)).toMatchObject({ inherited: false });
});

it('checks a branch of 500 among 10,420 nodes, as a set', () => {
  const many = buildTree([
    aNode(1, { type: 'Main' }),
    ...Array.from({ length: 10_420 }, (_, index) =>
      index < 20
        ? aNode(index + 2, { parent_company_id: 1 })
        : aNode(index + 2, { parent_company_id: 2 + (index % 20), type: 'Device' as const }),
    ),
  ]);
  const checked = toggleBranch(many, none, 2);
  expect(checked.size).toBe(520);
  expect(checkStates(many, checked).size).toBe(522);
  expect(selectedAudioOf(many, checked)).toHaveLength(520);
});

it.each([
  ['door', [1, 2, 3, 4]],
  ['  SHOP 2 ', [1, 6, 7, 8, 9]],
  ['odesa', [1, 6, 7, 8, 9]],
  [serialOf(5), [1, 2, 3, 5]],
  ['nowhere', []],
])('filters by %j: matches, their branches and the paths to them', (typed, ids) => {
  expect(filterNodes(tree, typed).map(({ company_id }) => company_id)).toEqual(ids);
});

it('keeps every node for an empty filter', () => expect(filterNodes(tree, ' ')).toBe(tree.nodes));
