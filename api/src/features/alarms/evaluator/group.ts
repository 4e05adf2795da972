import { GROUPED_DEVICES_MIN, GROUPED_WITHIN_MS } from '@belfry/schemas/domain/alarms';
import type { Condition } from './decide.ts';

export type Tree = {
  above: ReadonlyMap<number, readonly number[]>;
  devices: ReadonlyMap<number, number>;
};

export type Group = { company_id: number; members: Condition[] };

/** A node with more devices is no place that fails as a whole: of a chain with a hundred shops each shop has an alarm. */
const SITE_DEVICES_MAX = 200;

type Together = { company_id: number; members: readonly Condition[]; ids: ReadonlySet<number> };

/**
 * Groups conditions of one kind: at least GROUPED_DEVICES_MIN devices and at least half of a node that began together are one alarm of that
 * node: of the highest one up to SITE_DEVICES_MAX devices, otherwise of the lowest.
 * @param raising the conditions that need an alarm now
 * @param peers others of the same kind and organisation that are bad: not due yet, or with an alarm of their own
 */
export function groupConditions(
  raising: readonly Condition[],
  peers: readonly Condition[],
  tree: Tree,
): { groups: Group[]; singles: Condition[] } {
  const groups = new Map<number, Group>();
  const together = findTogether(raising, peers, tree);
  const grouped = new Set<number>();
  for (const condition of raising) {
    const node = chooseNode(condition, together, tree);
    if (!node) continue;
    grouped.add(condition.condition_id);
    const { company_id } = node;
    const group = groups.get(company_id) ?? { company_id, members: [] };
    groups.set(company_id, group);
    group.members.push(condition);
  }
  for (const condition of peers) {
    if (grouped.has(condition.condition_id)) continue;
    const node = chooseNode(condition, together, tree);
    const group = node && groups.get(node.company_id);
    if (!group) continue;
    grouped.add(condition.condition_id);
    group.members.push(condition);
  }
  const enough = [...groups.values()].filter(({ members }) => members.length >= GROUPED_DEVICES_MIN);
  // What failed with others that belong to a higher node may be left with too few.
  const inGroups = new Set(enough.flatMap(({ members }) => members));
  return { groups: enough, singles: raising.filter((condition) => !inGroups.has(condition)) };
}

const nodesOf = ({ company_id }: Condition, { above }: Tree): readonly number[] => above.get(company_id ?? 0) ?? [];

function findTogether(
  raising: readonly Condition[],
  peers: readonly Condition[],
  tree: Tree,
): ReadonlyMap<number, Together> {
  const byId = new Map([...peers, ...raising].map((condition) => [condition.condition_id, condition]));
  const ordered = [...byId.values()].sort((one, other) => one.since - other.since);
  const atNode = new Map<number, Condition[]>();
  for (const condition of ordered) {
    for (const node of nodesOf(condition, tree)) {
      const list = atNode.get(node);
      if (list) list.push(condition);
      else atNode.set(node, [condition]);
    }
  }
  const together = new Map<number, Together>();
  for (const [company_id, conditions] of atNode) {
    const members = mostWithin(conditions);
    const enough =
      members.length >= GROUPED_DEVICES_MIN && members.length * 2 >= (tree.devices.get(company_id) ?? Infinity);
    if (enough) together.set(company_id, { company_id, members, ids: new Set(members.map((one) => one.condition_id)) });
  }
  return together;
}

/** The longest run of conditions that began within GROUPED_WITHIN_MS; they are in the order of their beginnings. */
function mostWithin(conditions: readonly Condition[]): readonly Condition[] {
  let [bestFrom, bestTo, from] = [0, 0, 0];
  for (const [index, { since }] of conditions.entries()) {
    while (since - (conditions[from]?.since ?? since) > GROUPED_WITHIN_MS) from += 1;
    if (index + 1 - from > bestTo - bestFrom) [bestFrom, bestTo] = [from, index + 1];
  }
  return conditions.slice(bestFrom, bestTo);
}

function chooseNode(condition: Condition, together: ReadonlyMap<number, Together>, tree: Tree): Together | undefined {
  const candidates = nodesOf(condition, tree).flatMap((node) => together.get(node) ?? []);
  const own = candidates.filter(({ ids }) => ids.has(condition.condition_id));
  const isSite = ({ company_id }: Together): boolean => (tree.devices.get(company_id) ?? Infinity) <= SITE_DEVICES_MAX;
  return own.findLast(isSite) ?? own[0];
}
