export { TargetsPicker } from './targets-picker.tsx';
