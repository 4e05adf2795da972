import type { Action } from '@belfry/schemas/domain/actions';
import { useMemo } from 'react';
import { useTargetNodes } from './targets-api.ts';
import { useMayAt } from '../teams/teams-api.ts';

export type SeenNode = NonNullable<ReturnType<typeof useTargetNodes>['nodes']>[number];

/** The nodes that the person sees, by their ids; absent until they are loaded. */
export function useSeenNodes(): ReadonlyMap<number, SeenNode> | undefined {
  const { nodes } = useTargetNodes();
  return useMemo(() => nodes && new Map(nodes.map((node) => [node.company_id, node])), [nodes]);
}

/** Whether the person may do something at a node; an administrator also at one that is not among their own. */
export function useMayAtNode(action: Action): (place: SeenNode | undefined) => boolean {
  const may = useMayAt(action);
  return (place) => (place ? may(place.owner, [...place.ancestors, place.company_id]) : may(0, []));
}

export function onlyTop(places: ReadonlyMap<number, SeenNode> | undefined): number | null {
  const tops = [...(places?.values() ?? [])].filter(({ parent }) => parent === null);
  return tops.length === 1 ? (tops[0]?.company_id ?? null) : null;
}
