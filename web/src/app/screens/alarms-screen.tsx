import { AlarmsPage } from '../../features/alarms/index.ts';
import { SeenNodeSelect } from './seen-node-select.tsx';

/** The alarms, with a choice among the nodes that the person sees. */
export const AlarmsScreen = () => <AlarmsPage renderNodeChoice={(choice) => <SeenNodeSelect {...choice} />} />;
