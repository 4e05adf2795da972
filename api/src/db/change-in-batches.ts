/** Rows that one statement changes at most, so that none takes long. */
const BATCH_ROWS = 10_000;

/** Repeats a statement, which must change at most `limit` rows that it does not find again, until it finds fewer. */
export async function changeInBatches(
  change: (limit: number) => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  for (let changed = BATCH_ROWS; changed === BATCH_ROWS;) {
    const { numAffectedRows } = await change(BATCH_ROWS);
    changed = Number(numAffectedRows ?? 0n);
  }
}
