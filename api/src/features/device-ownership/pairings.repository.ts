import { addressKey } from '@belfry/schemas/domain/address';
import { POLL_INTERVAL_S, PAIRING_LIFE_S, type AskingDevice } from '@belfry/schemas/http/device-ownership/pairing';
import { type Kysely, sql } from 'kysely';
import type { PairingState } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';
import { asyncCommit } from '../../db/transact.ts';

/** Codes that wait for a person, of all addresses together. */
const WAITING_MAX = 10_000;
/** How long what became of a code is kept after its end; a device fetches its key until then. */
const KEPT_HOURS = 1;
/** What a device that polls too early waits longer (RFC 8628, 3.5), and at most. */
const SLOWER_S = 5;
const SLOWEST_S = 60;
/** Calls on time come early by what the network delayed the call before. */
const EARLY_S = 1;

export type Codes = { device_code_hash: Buffer; user_code_hash: Buffer };
type NewPairing = Codes & {
  model: string | null;
  hostname: string | null;
  device_version: string | null;
  language: string;
  ip: string;
};

/** Returns false where somebody has this code. */
export async function insertPairing(db: Kysely<Database>, pairing: NewPairing): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_pairings')
    .values({
      ...pairing,
      network: addressKey(pairing.ip),
      interval_s: POLL_INTERVAL_S,
      expires_at: sql<Date>`now() + make_interval(secs => ${PAIRING_LIFE_S})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Past the maximum the oldest code of the address with the most ends, so that nobody uses up the codes of others. */
export async function endExcess(db: Kysely<Database>, max = WAITING_MAX): Promise<void> {
  const waiting = db
    .selectFrom('device_pairings')
    .where('state', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`);
  const { n } = await waiting.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  if (n <= max) return;
  await sql`
    delete from device_pairings where id in (
      select id from device_pairings
      where state = 'waiting' and network = (
        select network from device_pairings where state = 'waiting' and expires_at > now()
        group by network order by count(*) desc, network limit 1)
      order by asked_at limit ${n - max})`.execute(db);
}

type Polled = { id: number; state: PairingState; expired: boolean; early: boolean; device_id: number | null };

/** Notes that the device asks what became of its code. */
export async function pollPairing(db: Kysely<Database>, deviceCodeHash: Buffer): Promise<Polled | undefined> {
  const { rows } = await sql<Polled>`
    with before as (
      select id, coalesce(polled_at > now() - make_interval(secs => interval_s - ${EARLY_S}), false) as early
      from device_pairings where device_code_hash = ${deviceCodeHash} for update
    )
    update device_pairings p set polled_at = now(),
      interval_s = case when early then least(interval_s + ${SLOWER_S}, ${SLOWEST_S}) else interval_s end
    from before where p.id = before.id and ${asyncCommit(db)}
    returning p.id, state, expires_at <= now() as expired, early, device_id`.execute(db);
  return rows[0];
}

/** Marks the code as used where its device may have a key now; undefined where it got one already. */
export async function takePairing(
  trx: Kysely<Database>,
  id: number,
): Promise<{ device_id: number; serial: string; user_id: number | null } | undefined> {
  const { rows } = await sql<{ device_id: number; serial: string; user_id: number | null }>`
    update device_pairings p set state = 'used' from devices d
    where p.id = ${id} and p.state = 'paired' and d.device_id = p.device_id
    returning d.device_id, d.serial, d.user_id`.execute(trx);
  return rows[0];
}

type SpokenPairing = { id: number; language: string };

export async function findWaitingPairing(
  db: Kysely<Database>,
  deviceCodeHash: Buffer,
): Promise<SpokenPairing | undefined> {
  return db
    .selectFrom('device_pairings')
    .select(['id', 'language'])
    .where('device_code_hash', '=', deviceCodeHash)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export type CodedPairing = AskingDevice & { id: number; state: PairingState; expired: boolean };

/** Locks it, so that of two people who enter a code one pairs the device. */
export async function lockPairingByCode(
  trx: Kysely<Database>,
  userCodeHash: Buffer,
): Promise<CodedPairing | undefined> {
  const { rows } = await sql<CodedPairing>`
    select id, state, expires_at <= now() as expired, model, hostname, ip, iso_utc(asked_at) as asked_at
    from device_pairings where user_code_hash = ${userCodeHash} for update`.execute(trx);
  return rows[0];
}

export async function settlePairing(
  trx: Kysely<Database>,
  id: number,
  outcome: { state: 'paired'; device_id: number } | { state: 'refused' },
): Promise<void> {
  await trx.updateTable('device_pairings').set(outcome).where('id', '=', id).execute();
}

export async function deleteOldPairings(db: Kysely<Database>): Promise<void> {
  await sql`delete from device_pairings where expires_at < now() - make_interval(hours => ${KEPT_HOURS})`.execute(db);
}
