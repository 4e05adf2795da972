import type { Action } from '@belfry/schemas/domain/actions';
import type { ComponentProps } from 'react';
import { NodeSelect } from './place-choices.tsx';
import { useAllowedNodes, useTargetNodes } from './targets-api.ts';

type Props = Omit<ComponentProps<typeof NodeSelect>, 'places'> & {
  /** Only nodes at which the person may do this. */
  action?: Action;
};

export function SeenNodeSelect({ action, ...choice }: Props) {
  const places = useTargetNodes();
  const allowed = useAllowedNodes(places.nodes, action ?? 'see_places');
  return <NodeSelect places={action === undefined ? places : { ...places, nodes: allowed }} {...choice} />;
}
