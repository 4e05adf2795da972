import { describe, expect, it } from 'vitest';
import { allowedNodes, hasTargets, marksOf, parentsOfMarked, stateOf, toggleNode, type TargetNode } from './targets.ts';

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
const statesOf = (targets: Parameters<typeof marksOf>[0]) => {
  const marks = marksOf(targets);
  return [main, north, shop, south].map((each) => stateOf(each, marks, parentsOfMarked(nodes, marks)));
};

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

describe('the state of a node', () => {
  it.each([
    [{}, ['none', 'none', 'none', 'none']],
    [{ nodes: [2] }, ['partial', 'in', 'inherited', 'none']],
    [{ nodes: [1], except: { nodes: [2] } }, ['in', 'out', 'excluded', 'inherited']],
  ])('follows from the targets: %j', (targets, states) => expect(statesOf(targets)).toEqual(states));
});

describe('a press on a node', () => {
  it('selects it instead of the nodes below it', () =>
    expect(toggleNode({ nodes: [3, 4] }, north, nodes)).toEqual({ nodes: [4, 2], except: { nodes: [] } }));

  it('that is selected clears it with its exceptions', () =>
    expect(toggleNode({ nodes: [1], except: { nodes: [3], groups: [7] } }, main, nodes)).toEqual({
      nodes: [],
      except: { nodes: [], groups: [7] },
    }));

  it('below a selected one makes it an exception, and another press undoes that', () => {
    const excepted = toggleNode({ nodes: [1] }, north, nodes);
    expect(excepted).toEqual({ nodes: [1], except: { nodes: [2] } });
    expect(toggleNode(excepted, north, nodes)).toEqual({ nodes: [1], except: { nodes: [] } });
  });

  it('below an exception does nothing', () => {
    const targets = { nodes: [1], except: { nodes: [2] } };
    expect(toggleNode(targets, shop, nodes)).toBe(targets);
  });
});

it('exceptions alone are no targets', () => {
  expect(hasTargets({ except: { nodes: [1] } })).toBe(false);
  expect(hasTargets({ groups: [1] })).toBe(true);
});
