import { describe, expect, it } from 'vitest';
import { planShards, type Owners } from './plan.ts';

function settle(instances: readonly string[], start: Owners): { owners: (string | null)[]; released: number } {
  const owners = start.map((owner) => (owner !== null && instances.includes(owner) ? owner : null));
  let released = 0;
  for (let round = 0; round < 10; round++) {
    for (const self of instances) {
      const { release, claim } = planShards(self, instances, owners);
      for (const shard of release) owners[shard] = null;
      for (const shard of claim) owners[shard] = self;
      released += release.length;
    }
  }
  return { owners, released };
}

const free = (shards: number): Owners => Array.from({ length: shards }, () => null);
const counts = (owners: Owners): number[] =>
  [...Map.groupBy(owners, (owner) => owner).values()].map(({ length }) => length).sort((one, other) => one - other);

describe('the distribution of shards', () => {
  it('gives a single instance all of them at once', () => {
    expect(planShards('a', ['a'], free(8))).toEqual({ release: [], claim: [0, 1, 2, 3, 4, 5, 6, 7] });
  });

  it.each([
    [8, 2, [4, 4]],
    [8, 3, [2, 3, 3]],
    [1, 3, [1]],
    [64, 5, [12, 13, 13, 13, 13]],
  ])('is even: %i shards, %i instances', (shards, instances, expected) => {
    const ids = Array.from({ length: instances }, (_, index) => `instance-${index}`);
    const { owners } = settle(ids, free(shards));
    expect(counts(owners)).toEqual(expected);
  });

  it('moves only what a new instance should have, and leaves shard 0 where it is', () => {
    const { owners } = settle(['a', 'b'], free(8));
    const joined = settle(['a', 'b', 'c'], owners);
    expect(counts(joined.owners)).toEqual([2, 3, 3]);
    expect(joined.released).toBe(2);
    expect(joined.owners[0]).toBe(owners[0]);
  });

  it('distributes the shards of an instance that is gone, and moves no other', () => {
    const { owners } = settle(['a', 'b', 'c'], free(9));
    const left = settle(['a', 'c'], owners);
    expect(counts(left.owners)).toEqual([4, 5]);
    expect(left.released).toBe(0);
  });

  it('does not move a balanced distribution', () => {
    const { owners } = settle(['a', 'b', 'c'], free(8));
    for (const self of ['a', 'b', 'c'])
      expect(planShards(self, ['c', 'b', 'a'], owners)).toEqual({ release: [], claim: [] });
  });

  it('is claimed by each instance in another part, so that one round suffices', () => {
    const owners = ['a', null, null, 'b', null, 'c'];
    const claims = ['a', 'b', 'c'].map((self) => planShards(self, ['b', 'c', 'a'], owners).claim);
    expect(claims.flat().sort((one, other) => one - other)).toEqual([1, 2, 4]);
    expect(claims.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('does not release again what is being released, and claims nothing meanwhile', () => {
    const owners = ['a', 'a', 'a', 'a', null];
    expect(planShards('a', ['a', 'b'], owners, new Set([3]))).toEqual({ release: [], claim: [] });
    expect(planShards('b', ['a', 'b'], owners)).toEqual({ release: [], claim: [4] });
  });

  it('leaves nothing to an instance that is not alive', () => {
    expect(planShards('x', ['a'], ['x', 'a'])).toEqual({ release: [0], claim: [] });
  });
});
