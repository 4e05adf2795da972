import { useSeenNodes } from '../../places/seen-nodes-api.ts';
import { NodeRules } from './node-rules.tsx';

/** Who is told what of a place. */
export const PlaceRules = ({ companyId }: { companyId: number }) => (
  <NodeRules key={companyId} nodeId={companyId} places={useSeenNodes([companyId])} />
);
