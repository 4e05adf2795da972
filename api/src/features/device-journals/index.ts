export { createAcks } from './acks.ts';
export { createSeqTrackers, type AheadSeqs, type KnownSeqs } from './seq-trackers.ts';
