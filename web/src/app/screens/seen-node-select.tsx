import type { ComponentProps } from 'react';
import { NodeSelect } from '../../features/places/index.ts';
import { useTargetNodes } from '../../features/places/targets-api.ts';

/** A choice among the nodes that the person sees. */
export function SeenNodeSelect(choice: Omit<ComponentProps<typeof NodeSelect>, 'places'>) {
  return <NodeSelect places={useTargetNodes()} {...choice} />;
}
