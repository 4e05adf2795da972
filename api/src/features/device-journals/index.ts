export { createAcks } from './acks.ts';
export { SeqTracker } from './seq-tracker.ts';
