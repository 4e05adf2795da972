// The choice of a chime.
export { ChimeSelect, type ChosenChime } from './chime-select.tsx';
