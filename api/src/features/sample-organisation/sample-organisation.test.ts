import { COMPANY_LIMITS, NODE_DESCRIPTION_MAX, NODE_NAME_MAX } from '@belfry/schemas/domain/companies';
import { expect, it } from 'vitest';
import { HOTELS, SUPERMARKETS } from './sample-content.ts';
import { planRemoval } from './sample-organisation.ts';

const node = (company_id: number, parent_company_id: number | null, serial: string | null = null) => ({
  company_id,
  parent_company_id,
  serial,
});
const CONTENT = { nodes: [1, 2, 3, 4], bindings: [{ company_id: 3, serial: 'three' }] };

it('removes all nodes of the sample, children before their parents', () =>
  expect(planRemoval(CONTENT, [node(3, 2, 'three'), node(2, 1), node(4, 1), node(1, null)])).toEqual({
    nodes: [3, 2, 4, 1],
    serials: ['three'],
    kept: 0,
  }));

it('keeps a node with a foreign child and its ancestors only', () =>
  expect(planRemoval(CONTENT, [node(9, 3), node(3, 2, 'three'), node(2, 1), node(4, 1), node(1, null)])).toEqual({
    nodes: [4],
    serials: [],
    kept: 3,
  }));

it('keeps a node whose device was replaced, but not one whose device was unbound', () => {
  const tree = (serial: string | null) => [node(3, 2, serial), node(2, 1), node(4, 1), node(1, null)];
  expect(planRemoval(CONTENT, tree('another')).nodes).toEqual([4]);
  expect(planRemoval(CONTENT, tree(null)).nodes).toEqual([3, 2, 4, 1]);
});

it('removes a node that was moved into a tree of the owner, and leaves that tree', () =>
  expect(planRemoval({ nodes: [2], bindings: [] }, [node(2, 8), node(8, null)])).toEqual({
    nodes: [2],
    serials: [],
    kept: 0,
  }));

it('ignores nodes that were deleted since', () =>
  expect(planRemoval(CONTENT, [node(4, 1), node(1, null)])).toEqual({ nodes: [4, 1], serials: [], kept: 0 }));

it.each([SUPERMARKETS, HOTELS])('has texts within the limits of the forms: $name', (chain) => {
  const shops = chain.regions.flatMap((region) => region.shops);
  const nodes = [chain, ...chain.regions, ...shops, ...shops.flatMap(({ places }) => places)];
  for (const { name, description } of nodes) {
    expect(name.length, name).toBeLessThanOrEqual(NODE_NAME_MAX);
    expect(description.length, description).toBeLessThanOrEqual(NODE_DESCRIPTION_MAX);
  }
  for (const shop of shops) {
    for (const field of ['city', 'street', 'house', 'zip'] as const) {
      expect(shop[field].length, shop[field]).toBeLessThanOrEqual(COMPANY_LIMITS[field]);
    }
  }
});
