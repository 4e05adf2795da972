export { SerialPicker } from './serial-picker.tsx';
export { useBindFailure } from './use-bind-failure.ts';
