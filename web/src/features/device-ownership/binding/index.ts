export { SerialPicker, useBindFailure } from './serial-picker.tsx';
