// What waits until somebody confirms it.
export { AskingTriggers } from './asking-triggers.tsx';
