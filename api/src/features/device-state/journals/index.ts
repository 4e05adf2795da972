export { createJournalIngest, type JournalItem } from './journal-ingest.ts';
export type { AheadSeqs, KnownSeqs } from './seq-trackers.ts';
