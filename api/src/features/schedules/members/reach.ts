import type { Right } from '@belfry/schemas/domain/rights';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { findNamedPlaces, findNodesAbove, type Kind, type Lists, type NamedPlace } from './reach.repository.ts';

export type Reach = {
  /** Places at which they have the right, and groups with any; see `keyOf`. */
  readable: ReadonlySet<string>;
  /** Places at which they do not have it, and groups with any. */
  outside: ReadonlySet<string>;
  /** For each node of a membership: it and the nodes above it. */
  above: readonly ReadonlySet<number>[];
};

const KINDS = ['nodes', 'groups', 'devices'] as const satisfies Kind[];
export const keyOf = (kind: Kind, id: number | string): string => `${kind} ${id}`;

export async function findReach(
  db: Kysely<Database>,
  userId: number,
  right: Right,
  targets: readonly Targets[],
): Promise<Reach> {
  const places = await findNamedPlaces(db, userId, right, await placesIn(targets));
  return {
    readable: new Set(places.flatMap(({ kind, id, some }) => (some ? [keyOf(kind, id)] : []))),
    outside: outsideOf(places),
    above: await findNodesAbove(db, userId, right),
  };
}

/** The keys of those places at which, or for groups at all devices of which, the member does not have the right. */
export const outsideOf = (places: readonly NamedPlace[]): ReadonlySet<string> =>
  new Set(places.flatMap(({ kind, id, every }) => (every ? [] : [keyOf(kind, id)])));

export async function placesIn(targets: readonly Targets[]): Promise<Lists> {
  const named = { nodes: new Set<number>(), groups: new Set<number>(), devices: new Set<Lists['devices'][number]>() };
  await mapYielding(targets, ({ except, ...included }) => {
    for (const { nodes, groups, devices } of [included, except]) {
      for (const node of nodes) named.nodes.add(node);
      for (const group of groups) named.groups.add(group);
      for (const device of devices) named.devices.add(device);
    }
  });
  return { nodes: [...named.nodes], groups: [...named.groups], devices: [...named.devices] };
}

/** Whether targets include a place of the member: one at or below theirs, or one above that does not except theirs. */
export function reaches({ except, ...included }: Targets, { readable, above }: Reach): boolean {
  const excepted = new Set(KINDS.flatMap((kind) => except[kind].map((id) => keyOf(kind, id))));
  const isNamed = KINDS.some((kind) =>
    included[kind].some((id) => readable.has(keyOf(kind, id)) && !excepted.has(keyOf(kind, id))),
  );
  if (isNamed) return true;
  return above.some(
    (nodes) => included.nodes.some((node) => nodes.has(node)) && !except.nodes.some((node) => nodes.has(node)),
  );
}

/** Whether targets include a place at which the member does not have the right. What was deleted since counts as nowhere. */
export const isOutside = (targets: Lists, { outside }: Pick<Reach, 'outside'>): boolean =>
  KINDS.some((kind) => targets[kind].some((id) => outside.has(keyOf(kind, id))));

export const knownTargets = ({ except, ...included }: Targets, reach: Pick<Reach, 'readable'>): Targets => ({
  ...knownLists(included, reach),
  except: knownLists(except, reach),
});

const knownLists = ({ nodes, groups, devices }: Lists, { readable }: Pick<Reach, 'readable'>): Lists => ({
  nodes: nodes.filter((id) => readable.has(keyOf('nodes', id))),
  groups: groups.filter((id) => readable.has(keyOf('groups', id))),
  devices: devices.filter((id) => readable.has(keyOf('devices', id))),
});
