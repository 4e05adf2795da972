export type FilterGroups = {
  add(filters: readonly string[]): void;
  /** @returns the filters that have been sent, which the broker has to forget */
  remove(filters: readonly string[]): string[];
};

/**
 * Subscribes in groups, each after the answer to the one before. RabbitMQ delivers nothing while it works on a SUBSCRIBE, and makes one
 * binding after the other across all of its nodes: with one packet of 40 filters the page would wait for the last.
 * @param send calls back when the broker has answered
 * @param onDone called each time that no filter is left
 */
export function createFilterGroups(
  size: number,
  send: (filters: string[], answered: () => void) => void,
  onDone: () => void,
): FilterGroups {
  const waiting = new Set<string>();
  let busy = false;

  function next(): void {
    const group = [...waiting].slice(0, size);
    busy = group.length > 0;
    if (!busy) return onDone();
    for (const filter of group) waiting.delete(filter);
    send(group, next);
  }

  return {
    add(filters) {
      for (const filter of filters) waiting.add(filter);
      if (!busy) next();
    },
    remove: (filters) => filters.filter((filter) => !waiting.delete(filter)),
  };
}
