import fc from 'fast-check';

/** A step that changes a tree or a membership, by positions in the lists of what there is at that time. */
export type TreeStep =
  | { kind: 'add'; below: number; count: number }
  | { kind: 'move'; node: number; below: number }
  | { kind: 'remove'; node: number }
  | { kind: 'join'; node: number; user: number; role: number }
  | { kind: 'change'; member: number; rights: number }
  | { kind: 'leave'; member: number };

const position = fc.nat({ max: 1_000 });

/** Random changes of a forest of an owner, with `users` people who join and leave. */
export const treeSteps = (users: number, most: number): fc.Arbitrary<TreeStep[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('add' as const),
          below: position,
          count: fc.integer({ min: 1, max: 4 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), node: position, below: position }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), node: position }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('join' as const),
          node: position,
          user: fc.nat({ max: users - 1 }),
          role: fc.nat({ max: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('change' as const), member: position, rights: fc.nat({ max: 255 }) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), member: position }) },
    ),
    { minLength: 3, maxLength: most },
  );
