export { useGetTargetNodesQuery } from './targets-api.ts';
export { NodeSelect } from './node-select.tsx';
export { hasTargets } from './targets.ts';
export { TargetsPicker } from './targets-picker.tsx';
