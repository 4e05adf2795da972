import { describe, expect, it } from 'vitest';
import { allowedNodes, type TargetNode } from './targets.ts';

const node = (company_id: number, ...ancestors: number[]): TargetNode => ({
  company_id,
  owner: 7,
  name: `Node ${company_id}`,
  parent: ancestors.at(-1) ?? null,
  ancestors,
  path: '',
  hasChildren: false,
  type: 'Element',
});
const [main, north, shop, south] = [node(1), node(2, 1), node(3, 1, 2), node(4, 1)];
const nodes = new Map([main, north, shop, south].map((each) => [each.company_id, each]));

describe('allowed nodes', () => {
  it('are at the top where what is above them is not allowed', () => {
    const inNorth = (_owner: number, path: readonly number[]): boolean => path.includes(2);
    expect(allowedNodes([...nodes.values()], inNorth)).toEqual([
      { ...north, ancestors: [], parent: null },
      { ...shop, ancestors: [2], parent: 2 },
    ]);
    expect(allowedNodes([...nodes.values()], (owner) => owner === 7)).toEqual([...nodes.values()]);
  });
});
