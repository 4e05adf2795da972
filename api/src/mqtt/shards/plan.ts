/** The holder of each shard, by the number of the shard; null: nobody. */
export type Owners = readonly (string | null)[];

export type ShardPlan = {
  /** Shards of this instance that others should have. */
  release: number[];
  /** Free shards that this instance should have. */
  claim: number[];
};

/**
 * What one instance does so that all instances hold equally many shards. Every instance computes the same distribution from the
 * same rows, so none needs to be asked. As few shards move as possible: who holds more than others keeps the larger part.
 * @param instances the ids of the instances that are alive, this one included
 * @param releasing shards that this instance holds and is about to release
 */
export function planShards(
  self: string,
  instances: readonly string[],
  owners: Owners,
  releasing: ReadonlySet<number> = new Set(),
): ShardPlan {
  const held = shardsOf(owners, self);
  const quota = quotas(instances, owners).get(self) ?? 0;
  const kept = held.filter((shard) => !releasing.has(shard));
  const free = owners.flatMap((owner, shard) => (owner === null ? shard : []));
  return {
    // The highest ones: the holder of shard 0 has tasks besides, which should not move without need.
    release: kept.slice(quota),
    claim: free.slice(0, Math.max(0, quota - held.length)),
  };
}

const shardsOf = (owners: Owners, instance: string): number[] =>
  owners.flatMap((owner, shard) => (owner === instance ? shard : []));

/** How many shards each instance should hold. */
function quotas(instances: readonly string[], owners: Owners): Map<string, number> {
  const counts = new Map(instances.map((instance) => [instance, shardsOf(owners, instance).length]));
  const ordered = [...new Set(instances)].sort(
    (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1),
  );
  const [base, extra] = [Math.floor(owners.length / ordered.length), owners.length % ordered.length];
  return new Map(ordered.map((instance, at) => [instance, base + (at < extra ? 1 : 0)]));
}
