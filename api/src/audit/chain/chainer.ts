import { createHash } from 'node:crypto';
import { type AuditLine, type ChainEnd, hashedText, rootText } from '@belfry/schemas/domain/audit-chain';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { begin } from '../../db/transact.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import {
  deleteOldest,
  findEnds,
  findSignedBefore,
  findUnchained,
  hasRoot,
  hasUnchained,
  insertRoot,
  lockChain,
  storeChained,
  type UnchainedRow,
  waitForChain,
} from './chain.repository.ts';
import { findSigner } from './signing-key.ts';

const LOOK_MS = 1_000;
/** Rows of one transaction: some ten milliseconds of hashing. */
const ROWS_AT_ONCE = 200;
const DELETED_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

type ChainDeps = Pick<Deps, 'db' | 'log' | 'config'>;

/**
 * Chains the rows of the audit log. A transaction that writes a row does not wait for others that do: it stores the row without a place. This timer
 * gives places to what is committed, in the order in which it finds it, so a row that is committed late, or rolled back, leaves no gap. Each
 * instance runs it, and one at a time has the lock.
 */
export function startChainer(deps: ChainDeps): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  let signedDay = '';
  const look = async (): Promise<void> => {
    await chainRest(deps, lockChain);
    const day = dayBefore(Date.now());
    if (day !== signedDay && (await signDay(deps, day))) signedDay = day;
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'the audit log was not chained');
      })
      .finally(() => {
        looking = null;
      });
  }, LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Gives places to all rows that are committed: before the chain is verified or exported, so that what was answered is part of it. */
export const chainCommitted = (deps: Pick<Deps, 'db'>): Promise<void> => chainRest(deps, waitForChain);

async function chainRest({ db }: Pick<Deps, 'db'>, lock: (trx: Kysely<Database>) => Promise<boolean>): Promise<void> {
  if (!(await hasUnchained(db))) return;
  for (let chained = ROWS_AT_ONCE; chained === ROWS_AT_ONCE;) {
    chained = await begin(db).execute(async (trx) => ((await lock(trx)) ? chainSome(trx) : 0));
  }
}

async function chainSome(trx: Kysely<Database>): Promise<number> {
  const rows = await findUnchained(trx, ROWS_AT_ONCE);
  const { end } = await findEnds(trx);
  await storeChained(trx, chainRows(end, rows));
  return rows.length;
}

export function chainRows(end: ChainEnd, rows: readonly UnchainedRow[]): AuditLine[] {
  let last = end;
  return rows.map((row) => {
    const line = { ...row, seq: last.seq + 1, prev_id: last.id, prev_hash: last.hash };
    last = { seq: line.seq, id: line.id, hash: sha256(hashedText(line)) };
    return { ...line, hash: last.hash };
  });
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayBefore = (ms: number): string => dayOf(ms - DAY_MS);

/** Signs the end of the chain once for a day that has ended (UTC). @returns whether it is signed; false while the chain is being extended */
export async function signDay({ db, config }: Pick<Deps, 'db' | 'config'>, day: string): Promise<boolean> {
  if (await hasRoot(db, day)) return true;
  const signer = await findSigner(db, config);
  return begin(db).execute(async (trx) => {
    if (!(await lockChain(trx))) return false;
    const { end } = await findEnds(trx);
    await insertRoot(trx, { day, ...end, signature: signer.sign(rootText({ day, ...end })) });
    return true;
  });
}

/** Deletes rows up to the last one that was signed before `oldest`: what is kept goes on from a signed day. */
export async function deleteOldAudit(db: Kysely<Database>, oldest: Date): Promise<void> {
  const upTo = await findSignedBefore(db, dayOf(oldest.getTime()));
  if (upTo === 0) return;
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;) {
    deleted = await begin(db).execute(async (trx) =>
      (await lockChain(trx)) ? deleteOldest(trx, upTo, DELETED_AT_ONCE) : 0,
    );
  }
}
