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
  const quotas = quotasOf(instances, owners);
  const kept = shardsOf(owners, self).filter((shard) => !releasing.has(shard));
  // The highest ones: the holder of shard 0 has tasks besides, which should not move without need.
  return { release: kept.slice(quotas.get(self) ?? 0), claim: shareOfFree(self, quotas, owners) };
}

/** Each instance takes another part of the free shards, so that two do not claim the same. */
function shareOfFree(self: string, quotas: ReadonlyMap<string, number>, owners: Owners): number[] {
  const free = owners.flatMap((owner, shard) => (owner === null ? shard : []));
  let from = 0;
  for (const [instance, quota] of quotas) {
    const missing = Math.max(0, quota - shardsOf(owners, instance).length);
    if (instance === self) return free.slice(from, from + missing);
    from += missing;
  }
  return [];
}

const shardsOf = (owners: Owners, instance: string): number[] =>
  owners.flatMap((owner, shard) => (owner === instance ? shard : []));

function quotasOf(instances: readonly string[], owners: Owners): Map<string, number> {
  const counts = new Map(instances.map((instance) => [instance, shardsOf(owners, instance).length]));
  const ordered = [...new Set(instances)].sort(
    (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1),
  );
  const [base, extra] = [Math.floor(owners.length / ordered.length), owners.length % ordered.length];
  return new Map(ordered.map((instance, at) => [instance, base + (at < extra ? 1 : 0)]));
}
