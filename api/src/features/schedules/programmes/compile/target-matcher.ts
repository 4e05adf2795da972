import type { Targets } from '@belfry/schemas/domain/targets';

/** The tree and the groups of an owner, as far as targets refer to them. */
export type Structure = {
  /** Node → the node above; main companies are absent. */
  parents: ReadonlyMap<number, number>;
  /** Node of a device → its groups. */
  groups: ReadonlyMap<number, readonly number[]>;
};
/** What targets may name of a place. */
export type Site = { company_id: number | null; serial: string | null };

type Sides = { nodes: ReadonlySet<number>; groups: ReadonlySet<number>; devices: ReadonlySet<string> };
const sidesOf = ({ nodes, groups, devices }: Omit<Targets, 'except'>): Sides => ({
  nodes: new Set(nodes),
  groups: new Set(groups),
  devices: new Set(devices),
});

/** The node and those above it, from it upwards. */
export function createAncestors({ parents }: Pick<Structure, 'parents'>): (node: number | null) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  const ancestorsOf = (node: number | null): readonly number[] => {
    if (node === null) return [];
    const found = known.get(node);
    if (found) return found;
    const chain = [node, ...ancestorsOf(parents.get(node) ?? null)];
    known.set(node, chain);
    return chain;
  };
  return ancestorsOf;
}

/** Decides whether targets contain a place, in memory, for many schedules and places; see ANN-1. */
export function createMatcher(
  { except, ...targets }: Targets,
  { groups }: Pick<Structure, 'groups'>,
  ancestorsOf: (node: number | null) => readonly number[],
): (site: Site) => boolean {
  const included = sidesOf(targets);
  const excluded = sidesOf(except);
  const isIn = ({ company_id, serial }: Site, sides: Sides): boolean =>
    (serial !== null && sides.devices.has(serial)) ||
    ancestorsOf(company_id).some((node) => sides.nodes.has(node)) ||
    (company_id !== null && (groups.get(company_id) ?? []).some((group) => sides.groups.has(group)));
  return (site) => isIn(site, included) && !isIn(site, excluded);
}
