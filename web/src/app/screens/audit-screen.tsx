import type { ComponentProps } from 'react';
import { AuditPage } from '../../features/audit/index.ts';
import { NodeSelect } from '../../features/places/index.ts';
import { useTargetNodes } from '../../features/places/targets-api.ts';

/** The audit, with a choice among the nodes that the person sees. */
export const AuditScreen = () => <AuditPage renderNodeChoice={(choice) => <SeenNodeSelect {...choice} />} />;

function SeenNodeSelect(choice: Omit<ComponentProps<typeof NodeSelect>, 'places'>) {
  return <NodeSelect places={useTargetNodes()} {...choice} />;
}
