import type { Action } from '@belfry/schemas/domain/actions';
import type { WhereItem } from '@belfry/schemas/http/places/where';
import { useMemo } from 'react';
import { useWhereQuery } from '../../kit/where/index.ts';
import { useMayAt } from '../teams/teams-api.ts';

export type SeenNode = {
  company_id: number;
  owner: number;
  name: string;
  /** Absent for one that is only above those that were asked for. */
  type: WhereItem['type'] | undefined;
  parent: number | null;
  ancestors: readonly number[];
};

/** Those of the nodes that the person sees, and the ones above them, by their ids; absent until they are loaded. */
export function useSeenNodes(ids: readonly number[] | undefined): ReadonlyMap<number, SeenNode> | undefined {
  const nodes = [...new Set(ids)];
  const none = nodes.length === 0;
  const { data } = useWhereQuery({ right: 'read', targets: { nodes } }, { skip: none });
  return useMemo(() => (none ? new Map() : data && new Map(data.items.flatMap(withAbove))), [none, data]);
}

function withAbove({ company_id, organisation_id, name, path, above, type }: WhereItem): [number, SeenNode][] {
  if (company_id === null) return [];
  const names = path.split(' / ');
  const higher = above.map((id, index): [number, SeenNode] => [
    id,
    nodeOf({ id, owner: organisation_id, name: names[index] ?? '', type: undefined, ancestors: above.slice(0, index) }),
  ]);
  return [...higher, [company_id, nodeOf({ id: company_id, owner: organisation_id, name, type, ancestors: above })]];
}

type Named = Pick<SeenNode, 'owner' | 'name' | 'type' | 'ancestors'> & { id: number };
const nodeOf = ({ id, ...node }: Named): SeenNode => ({
  ...node,
  company_id: id,
  parent: node.ancestors.at(-1) ?? null,
});

/** Whether the person may do something at a node; an administrator also at one that is not among their own. */
export function useMayAtNode(action: Action): (place: SeenNode | undefined) => boolean {
  const may = useMayAt(action);
  return (place) => (place ? may(place.owner, [...place.ancestors, place.company_id]) : may(0, []));
}
