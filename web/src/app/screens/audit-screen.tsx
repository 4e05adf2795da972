import { AuditPage } from '../../features/audit/index.ts';
import { SeenNodeSelect } from './seen-node-select.tsx';

/** The audit, with a choice among the nodes that the person sees. */
export const AuditScreen = () => <AuditPage renderNodeChoice={(choice) => <SeenNodeSelect {...choice} />} />;
