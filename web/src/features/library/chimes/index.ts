// The choice of a chime.
export { ChimeSelect } from './chime-select.tsx';
