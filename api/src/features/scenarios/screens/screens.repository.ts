import {
  type Screen,
  SCREEN_AWAY_MS,
  SCREEN_TEXTS_MAX,
  type ShownScreen,
} from '@belfry/schemas/http/scenarios/screens';
import type { Targets } from '@belfry/schemas/domain/targets';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { ownedBy } from '../../../db/conditions.ts';
import type { Database, Row } from '../../../db/database.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { findHeld, type Held } from '../../../people/organisation-share.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';
import { insertReceipts } from '../receipts.repository.ts';

export type ScreenRow = Row<'screens'>;

const LISTED_MAX = 500;
/** Its page has asked lately. */
const IS_ON = sql<boolean>`coalesce(s.last_seen_at > now() - make_interval(secs => ${sql.lit(SCREEN_AWAY_MS / 1_000)}), false)`;
const SELECT = sql`
  select s.id, s.name, s.company_id, c.name as company_name, ${IS_ON} as is_on, s.last_seen_at, u.name as created_by, s.created_at, s.revision
  from screens s join companies c on c.company_id = s.company_id left join users u on u.id = s.created_by`;

export async function findScreens(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<Screen>[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(s.company_id, ${companyId})`;
  const { rows } = await sql<Wire<Screen>>`
    ${SELECT} where ${ownedBy(owners, 's.owner_id', 's.company_id')} and ${at}
    order by s.name collate natural_order, s.id limit ${sql.lit(LISTED_MAX)}`.execute(db);
  return rows;
}

export async function findScreen(db: Kysely<Database>, id: number): Promise<Wire<Screen> | undefined> {
  return (await sql<Wire<Screen>>`${SELECT} where s.id = ${id}`.execute(db)).rows[0];
}

export async function lockScreen(trx: Kysely<Database>, id: number): Promise<ScreenRow | undefined> {
  return trx.selectFrom('screens').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const findHeldScreens = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from screens where owner_id = ${ownerId}`);

export async function insertScreen(trx: Kysely<Database>, row: Insertable<Database['screens']>): Promise<number> {
  const { id } = await trx.insertInto('screens').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function renameScreen(trx: Kysely<Database>, id: number, name: string): Promise<void> {
  await sql`update screens set name = ${name}, revision = revision + 1 where id = ${id}`.execute(trx);
}

export async function deleteScreen(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('screens').where('id', '=', id).execute();
}

/** The display with this address, and its place. */
export async function findByToken(
  db: Kysely<Database>,
  hash: Buffer,
): Promise<(Pick<ScreenRow, 'id' | 'owner_id' | 'company_id' | 'name'> & { place: string }) | undefined> {
  return db
    .selectFrom('screens as s')
    .innerJoin('companies as c', 'c.company_id', 's.company_id')
    .select(['s.id', 's.owner_id', 's.company_id', 's.name', 'c.name as place'])
    .where('s.token_hash', '=', hash)
    .executeTakeFirst();
}

/** Not with each call: it is asked for every few seconds. */
export async function noteSeen(db: Kysely<Database>, id: number): Promise<void> {
  await sql`
    update screens set last_seen_at = now()
    where id = ${id} and (last_seen_at is null or last_seen_at < now() - interval '10 seconds')`.execute(db);
}

/** Where a text is shown: a display, or a device with a screen. */
export type On = { screen_id: number } | { device_id: number };
/** `who`: its name after that of its place. */
export type ScreenAt = { on: On; who: string; is_on: boolean; last_seen_at: Date | null };

/** The displays of an owner at the nodes of these targets and below them. */
export async function findScreensAt(
  db: Kysely<Database>,
  ownerId: number,
  { nodes, except }: Pick<Targets, 'nodes' | 'except'>,
): Promise<ScreenAt[]> {
  const at = (ids: readonly number[]) =>
    sql`exists (select from unnest(${[...ids]}::int4[]) n (id) where is_at_or_below(s.company_id, n.id))`;
  const { rows } = await sql<ScreenAt>`
    select jsonb_build_object('screen_id', s.id) as on, concat_ws(' / ', c.name, s.name) as who, ${IS_ON} as is_on, s.last_seen_at
    from screens s join companies c on c.company_id = s.company_id
    where s.owner_id = ${ownerId} and ${at(nodes)} and not ${at(except.nodes)} order by s.id`.execute(db);
  return rows;
}

/** Which of these devices have a screen. */
export async function findPlayers(
  db: Kysely<Database>,
  deviceIds: readonly number[],
): Promise<Map<number, Pick<ScreenAt, 'is_on' | 'last_seen_at'>>> {
  const { rows } = await sql<{ device_id: number; is_on: boolean; last_seen_at: Date }>`
    select s.device_id, ${IS_ON} as is_on, s.last_seen_at from player_screens s where s.device_id = any(${[...deviceIds]}::int4[])`.execute(
    db,
  );
  return new Map(rows.map(({ device_id, ...seen }) => [device_id, seen]));
}

/** As `noteSeen`, of a device with a screen. */
export async function notePlayerSeen(db: Kysely<Database>, deviceId: number): Promise<void> {
  await sql`
    insert into player_screens as s (device_id, last_seen_at) values (${deviceId}, now())
    on conflict (device_id) do update set last_seen_at = now() where s.last_seen_at < now() - interval '10 seconds'`.execute(
    db,
  );
}

type Shown = {
  scenario_run_id: string;
  index: number;
  text: string;
  colour: Row<'scenario_screens'>['colour'];
  until: Date | null;
};

/** Puts a text on screens, once: the row of the action is locked. */
export async function insertShown(
  trx: Kysely<Database>,
  { scenario_run_id, index, text, colour, until }: Shown,
  screens: readonly Pick<ScreenAt, 'on' | 'who'>[],
): Promise<void> {
  await sql`
    select from scenario_run_actions where scenario_run_id = ${scenario_run_id}::uuid and index = ${index} for no key update`.execute(
    trx,
  );
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select from scenario_receipts where scenario_run_id = ${scenario_run_id}::uuid and index = ${index}) as shown`.execute(
    trx,
  );
  if (rows[0]?.shown) return;
  const ids = await insertReceipts(
    trx,
    screens.map(({ who }) => ({ scenario_run_id, index, who, state: 'queued' as const })),
  );
  const nowhere = { screen_id: null, device_id: null };
  const rowsOf = screens.map(({ on }, at) => ({ ...nowhere, ...on, receipt_id: ids[at] ?? 0, text, colour, until }));
  await trx.insertInto('scenario_screens').values(rowsOf).execute();
}

/** Texts of runs of this owner on this screen: a device may have had another owner. */
const isOn = (on: On, ownerId: number) => sql`
  ${'screen_id' in on ? sql`x.screen_id = ${on.screen_id}` : sql`x.device_id = ${on.device_id}`}
  and exists (select from scenario_runs w where w.scenario_run_id = r.scenario_run_id and w.owner_id = ${ownerId})`;

/** The texts that go on there, the newest first. */
export async function findTexts(db: Kysely<Database>, on: On, ownerId: number): Promise<ShownScreen['texts']> {
  const { rows } = await sql<ShownScreen['texts'][number]>`
    select x.receipt_id::int as id, x.text, x.colour from scenario_screens x join scenario_receipts r using (receipt_id)
    join scenario_run_actions a using (scenario_run_id, index)
    where ${isOn(on, ownerId)} and a.state in ('working', 'active') and (x.until is null or x.until > now())
    order by x.receipt_id desc limit ${sql.lit(SCREEN_TEXTS_MAX)}`.execute(db);
  return rows;
}

/** These texts are on its page. @returns the runs that they are of */
export async function markShown(
  db: Kysely<Database>,
  { on, ownerId, receiptIds }: { on: On; ownerId: number; receiptIds: readonly number[] },
): Promise<string[]> {
  const { rows } = await sql<{ scenario_run_id: string }>`
    update scenario_receipts r set state = 'shown', at = now() from scenario_screens x
    where x.receipt_id = r.receipt_id and ${isOn(on, ownerId)} and r.receipt_id = any(${[...receiptIds]}::int8[]) and r.state = 'queued'
    returning r.scenario_run_id`.execute(db);
  return [...new Set(rows.map(({ scenario_run_id }) => scenario_run_id))];
}

/** A node is one of these, or below one. */
const isAt = (nodes: RawBuilder<unknown>, companyId: number) =>
  sql`exists (select from jsonb_array_elements_text(coalesce(${nodes}, '[]')) n (id) where is_at_or_below(${companyId}, n.id::int))`;

/** The emergency that goes on at a node: its devices say it, or it was started for it. Emergencies before drills, the newest first. */
export async function findEmergencyAt(
  db: Kysely<Database>,
  { owner_id, company_id }: Pick<ScreenRow, 'owner_id' | 'company_id'>,
  language: string,
): Promise<ShownScreen['emergency']> {
  const { rows } = await sql<NonNullable<ShownScreen['emergency']>>`
    select r.title, r.kind = 'drill' as drill, (
      select p.text from announcement_parts p where p.run_id = r.run_id and p.text <> '' order by p.language <> ${language}, p.part limit 1) as text
    from announcement_runs r
    where r.user_id = ${owner_id} and r.kind in ('emergency', 'drill') and r.state in ('rendering', 'running') and (
      exists (select from announcement_deliveries d where d.run_id = r.run_id and is_at_or_below(d.company_id, ${company_id}))
      or (${isAt(sql`r.targets -> 'nodes'`, company_id)} and not ${isAt(sql`r.targets -> 'except' -> 'nodes'`, company_id)}))
    order by r.kind = 'drill', r.created_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}
