export { NodeSelect } from './node-select.tsx';
export { TargetsPicker } from './targets-picker.tsx';
