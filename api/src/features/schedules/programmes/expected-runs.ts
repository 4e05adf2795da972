import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { toLocal } from '../../../recurrence/local-time.ts';
import { insertExpected, type ExpectedRun } from '../../announcements/index.ts';
import { findDevicesOf, takeDueRuns } from './expected-runs.repository.ts';

const CONTENTS = 20;
/** An owner's contents are recorded together, before they are replaced. */
const CONTENTS_OF_OWNER = 5_000;

/** Records what all programmes expect at this moment, so that a place that reports nothing has a row as well; see ANN-14. */
export async function recordExpected({ db }: { db: Kysely<Database> }): Promise<void> {
  for (let recorded = CONTENTS; recorded === CONTENTS;) {
    recorded = await transact(db, (trx) => record(trx, { userId: null, limit: CONTENTS }));
  }
}

/** As `recordExpected`, of one owner, in the caller's transaction. */
export async function recordExpectedOf(trx: Kysely<Database>, userId: number): Promise<void> {
  await record(trx, { userId, limit: CONTENTS_OF_OWNER });
}

/** @returns how many contents had a run that was due */
async function record(trx: Kysely<Database>, scope: { userId: number | null; limit: number }): Promise<number> {
  const due = await takeDueRuns(trx, scope);
  if (due.length === 0) return 0;
  const devices = await findDevicesOf(trx, due);
  const expected: ExpectedRun[] = due.flatMap(({ user_id, hash, runs, time_zone }) =>
    runs.map(({ run_id, at }) => ({
      run_id,
      at: Date.parse(at),
      time_zone,
      local: time_zone === null ? null : toLocal(Date.parse(at), time_zone),
      device_ids: devices.get(`${user_id} ${hash}`) ?? [],
    })),
  );
  await insertExpected(trx, expected);
  return due.length;
}
