/** Packet identifiers up to this are those of records; higher ones are free for other messages. */
export const LAST_RECORD_ID = 60_001;
const RECORD_IDS = LAST_RECORD_ID - 1;

export const recordIdOf = (seq: number): number => (seq % RECORD_IDS) + 1;

/** The records of a device that the engine has not acknowledged, by sequence number; the first is 1. */
export function createRecordLedger() {
  const payloads = new Map<number, string>();
  let lastSeq = 0;
  let lastPubackAt = 0;

  return {
    lastSeq: (): number => lastSeq,
    size: (): number => payloads.size,
    entries: (): Iterable<[number, string]> => payloads,
    /** Adds the next record. @returns its sequence number and payload */
    add(payloadOf: (seq: number) => string): [number, string] {
      const seq = ++lastSeq;
      const payload = payloadOf(seq);
      payloads.set(seq, payload);
      return [seq, payload];
    },
    /** All records are sent again, so that the wait for a PUBACK begins again. */
    resending(): void {
      lastPubackAt = performance.now();
    },
    acknowledge(packetId: number | undefined): void {
      lastPubackAt = performance.now();
      for (const seq of payloads.keys()) {
        if (recordIdOf(seq) !== packetId) continue;
        payloads.delete(seq);
        return;
      }
    },
    /** Whether records have waited so long since the last PUBACK. */
    isStalled: (stalledMs: number): boolean => payloads.size > 0 && performance.now() - lastPubackAt > stalledMs,
  };
}
