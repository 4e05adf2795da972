import { createHash, type Hash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { RunCheck } from '../../../../db/column-types.ts';
import type { Database } from '../../../../db/database.ts';
import { createYielder } from '../../../../lib/map-yielding.ts';
import { deviceFields } from '../delivery.repository.ts';

export type StoredContent = {
  /** The shared fields as JSON, without the braces. */
  text: string;
  hash: string;
  schedule_ids: number[];
  emergencies: { receipt_id: string; message_id: number }[];
  checks: RunCheck[];
  time_zone: string;
  /** The runs, by their instants in milliseconds since 1970. */
  runs: { run_id: string; at: number }[];
  devices: { device_id: number; serial: string }[];
  /** Nothing plays, no limit differs from the default, and nothing is listened to: a device without a programme needs none. */
  empty: boolean;
};

type Current = { device_id: number; user_id: number; content_hash: string; version: number };
type NewProgramme = { device_id: number; content_hash: string; version: number; sha256: string };

export async function findCurrent(db: Kysely<Database>, deviceIds: readonly number[]): Promise<Map<number, Current>> {
  const rows = await db
    .selectFrom('programmes')
    .select(['device_id', 'user_id', 'content_hash', 'version'])
    .where('device_id', '=', sql<number>`any(${deviceIds}::int4[])`)
    .execute();
  return new Map(rows.map((row) => [row.device_id, row]));
}

export async function findPlayingIds(
  db: Kysely<Database>,
  userId: number,
  schedules: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ device_id: number }>`
    select p.device_id from programmes p
    join programme_contents c on c.user_id = p.user_id and c.hash = p.content_hash
    where p.user_id = ${userId} and c.schedule_ids && ${schedules}::int4[]`.execute(db);
  return new Set(rows.map(({ device_id }) => device_id));
}

/** When versions are compiled, and the seconds over which they are announced, by the serial; 0: immediately. */
export type Times = { compiledAt: Date; spreadS: number };

/** Devices whose content differs from what they have get a new version. @returns how many */
export async function writeProgrammes(
  trx: Kysely<Database>,
  userId: number,
  contents: readonly StoredContent[],
  times: Times,
): Promise<number> {
  const { compiledAt } = times;
  const current = await findCurrent(
    trx,
    contents.flatMap(({ devices }) => devices.map(({ device_id }) => device_id)),
  );
  const used = new Set<StoredContent>();
  const changed: NewProgramme[] = [];
  const breathe = createYielder();
  for (const content of contents) {
    let shared: Hash | undefined;
    for (const { device_id, serial } of content.devices) {
      await breathe();
      const before = current.get(device_id);
      if (before?.content_hash === content.hash && before.user_id === userId) continue;
      if (!before && content.empty) continue;
      const version = (before?.version ?? 0) + 1;
      shared ??= createHash('sha256').update(`{${content.text}`);
      const sha256 = shared
        .copy()
        .update(deviceFields(serial, version, compiledAt))
        .digest('hex');
      changed.push({ device_id, content_hash: content.hash, version, sha256 });
      used.add(content);
    }
  }
  await insertContents(trx, userId, [...used]);
  await upsertProgrammes(trx, userId, changed, times);
  await deleteUnusedContents(trx, userId);
  return changed.length;
}

async function insertContents(
  trx: Kysely<Database>,
  userId: number,
  contents: readonly StoredContent[],
): Promise<void> {
  for (const { hash, text, schedule_ids, checks, emergencies, time_zone, runs } of contents) {
    const messageIds = emergencies.map(({ message_id }) => message_id);
    const receiptIds = emergencies.map(({ receipt_id }) => receipt_id);
    const instants = runs.map(({ at }) => at);
    const next = instants.find((at) => at > Date.now());
    await sql`
      insert into programme_contents (user_id, hash, content, schedule_ids, checks, emergency_ids, emergency_message_ids,
        time_zone, run_ids, run_ats, next_run_at)
      values (${userId}, ${hash}, ${text}, ${schedule_ids}::int4[], ${JSON.stringify(checks)}::jsonb,
        ${receiptIds}::uuid[], ${messageIds}::int4[],
        ${time_zone}, ${runs.map(({ run_id }) => run_id)}::uuid[], ${instants.map((at) => new Date(at))}::timestamptz[],
        ${next === undefined ? null : new Date(next)})
      on conflict do nothing`.execute(trx);
  }
}

async function upsertProgrammes(
  trx: Kysely<Database>,
  userId: number,
  rows: readonly NewProgramme[],
  { compiledAt, spreadS }: Times,
): Promise<void> {
  if (rows.length === 0) return;
  // A device may have been deleted since.
  await sql`
    insert into programmes (device_id, user_id, content_hash, version, sha256, compiled_at, announce_at)
    select n.device_id, ${userId}, n.content_hash, n.version, n.sha256, ${compiledAt}, case when ${spreadS} > 0 and n.version > 1 then
      now() + make_interval(secs => abs(hashtextextended(d.serial, 0) % 1000000) / 1000000.0 * ${spreadS}) end
    from unnest(${rows.map(({ device_id }) => device_id)}::int4[],
      ${rows.map(({ content_hash }) => content_hash)}::text[],
      ${rows.map(({ version }) => version)}::int4[],
      ${rows.map(({ sha256 }) => sha256)}::text[]) as n (device_id, content_hash, version, sha256)
    join devices d on d.device_id = n.device_id
    on conflict (device_id) do update set user_id = excluded.user_id, content_hash = excluded.content_hash,
      version = excluded.version, sha256 = excluded.sha256, compiled_at = excluded.compiled_at,
      announce_at = excluded.announce_at`.execute(trx);
}

async function deleteUnusedContents(trx: Kysely<Database>, userId: number): Promise<void> {
  await sql`
    delete from programme_contents c where c.user_id = ${userId}
      and not exists (select from programmes p where p.user_id = c.user_id and p.content_hash = c.hash)`.execute(trx);
}
