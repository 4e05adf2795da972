// What holds at a node: language, voice, zone, targets.
export { hasTargets } from './targets.ts';
export type { TargetNode } from './targets.ts';
export { NodeSelect, OwnerChoice } from './place-choices.tsx';
export { TargetsPicker } from './targets-picker.tsx';
