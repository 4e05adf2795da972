import type { AnnouncementRunDetails } from '@belfry/schemas/http/announcements/announcements';
import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { reasonOf } from '@belfry/schemas/domain/reasons';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BEGUN, eachNodeOwnedBy, escapeLike, isBelow, ownedBy, UNTYPED } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { placePath } from '../../db/place-path.ts';
import { instantText, inWindow, type TimeWindow } from '../../db/time-window.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { runFigures, HAS_ENDED, REPORTED_WITHIN_H } from './run-figures.sql.ts';
import { WAITS } from './when-back.repository.ts';
import { visibleDeliveries, visibleRuns } from './visible-runs.sql.ts';

/** `names`: the nodes whose names the caller may know. */
export type RunReader = { owners: VisibleOwners; names: VisibleOwners };
/** `at_us`: with microseconds; `by`: who has started it. */
export type StoredReceipt = Receipt & { at_us: string; by: string | null };

/** Names that a receipt has; further places are counted. */
const NAMED = 2;

type Row = Omit<Receipt, 'where' | 'why'> & {
  at_us: string;
  by: string | null;
  place: string | null;
  named: string[] | null;
  why: { state: NonNullable<Receipt['why']>['state']; reason: string | null; devices: number } | null;
};

const idsIn = (list: string): RawBuilder<unknown> =>
  sql`(select e.id::int from jsonb_array_elements_text(coalesce(t.targets -> ${sql.lit(list)}, '[]')) as e (id))`;

const receiptsOf = ({ owners, names }: RunReader, runs: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select r.run_id, r.kind, r.title, ${UNTYPED} as untyped, iso_utc(r.at) as at, ${instantText('r.at')} as at_us, u.name as by, f.time_zone, c.devices, c.heard, c.sent,
    c.other_voices, (r.state in ('finished', 'failed', 'stopped') or ${HAS_ENDED}) as is_over,
    case when ${WAITS('r')} then iso_utc(r.expires_at) end as waits_until, c.why, f.place,
    case when c.devices = 1 then (
      select array[concat_ws(' / ', nullif(regexp_replace(${placePath('n.parent_company_id', names)}, '^.* / ', ''), ''), x.place)]
      from announcement_deliveries x left join companies n on n.company_id = x.company_id
      where x.run_id = r.run_id and ${visibleDeliveries(owners)}
    order by x.device_id limit 1
    ) else (
      select array_agg(w.name) from (
        select n.name from companies n where n.company_id in ${idsIn('nodes')} and ${eachNodeOwnedBy(names, 'n')}
        union all
        select g.name from device_groups g where g.id in ${idsIn('groups')} and ${ownedBy(names, 'g.user_id')}
      ) w
    ) end as named
  from (${runs}) r
  left join users u on u.id = r.started_by or (r.started_by is null and u.id = r.user_id and r.kind <> 'schedule')
  left join lateral (
    select coalesce(r.targets, (select s.targets from schedules s where s.id = r.schedule_id)) as targets
  ) t on true
  ${runFigures(owners)}
  left join lateral (
    select x.place, x.time_zone from announcement_deliveries x where x.run_id = r.run_id and ${visibleDeliveries(owners)}
    order by x.device_id limit 1
  ) f on true
  order by r.at desc, r.run_id desc`;

function toReceipt({ named, place, why, ...row }: Row): StoredReceipt {
  const places = named ?? (place === null ? [] : [place, ...Array.from({ length: row.devices - 1 }, () => '')]);
  const names = named ? places.slice(0, NAMED) : places.slice(0, 1);
  const more = places.length - names.length;
  const where = names.join(', ') + (more > 0 ? ` +${more}` : '');
  return { ...row, where, why: why && row.is_over ? { ...why, ...reasonOf(why.reason) } : null };
}

type Filter = { company_id?: number | undefined; q: string };

/** The runs of a time, the newest first. */
export async function findReceipts(
  db: Kysely<Database>,
  reader: RunReader,
  { company_id, q }: Filter,
  window: TimeWindow,
): Promise<StoredReceipt[]> {
  const conditions = [
    sql`r.at <= now()`,
    visibleRuns(reader.owners),
    inWindow(window, { at: 'r.at', id: 'r.run_id', type: 'uuid' }),
    ...(q === '' ? [] : [sql`r.title ilike ${`%${escapeLike(q)}%`}`]),
    ...(company_id === undefined
      ? []
      : [
          sql`exists (select from announcement_deliveries x where x.run_id = r.run_id
            and ${isBelow('x.company_id', company_id)} and ${visibleDeliveries(reader.owners)})`,
        ]),
  ];
  const runs = sql`select * from announcement_runs r where ${sql.join(conditions, sql` and `)}
    order by r.at desc, r.run_id desc limit ${window.limit}`;
  const { rows } = await receiptsOf(reader, runs).execute(db);
  return rows.map(toReceipt);
}

export async function findReceipt(
  db: Kysely<Database>,
  reader: RunReader,
  runId: string,
): Promise<Receipt | undefined> {
  const run = sql`select * from announcement_runs r where r.run_id = ${runId}::uuid and ${visibleRuns(reader.owners)}`;
  const { rows } = await receiptsOf(reader, run).execute(db);
  const [receipt] = rows.map(toReceipt);
  if (!receipt) return undefined;
  const { at_us: _at, by: _by, ...rest } = receipt;
  return rest;
}

/** What was not heard so long ago nobody says again. */
const MISSED_WITHIN_H = 24;

/**
 * A condition on `r`: a run of the last day that is over, that was not heard everywhere, and that was not said again. Quiet hours are as planned,
 * and what was stopped was meant to end.
 */
function isMissed({ owners }: RunReader, companyId: number | undefined): RawBuilder<boolean> {
  const here = companyId === undefined ? sql`true` : isBelow('x.company_id', companyId);
  const missed = (states: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
    select from announcement_deliveries x where x.run_id = r.run_id and ${states} and not ${BEGUN} and ${here}
      and ${visibleDeliveries(owners)})`;
  return sql<boolean>`r.at <= now() and r.at > now() - make_interval(hours => ${MISSED_WITHIN_H}) and ${visibleRuns(owners)}
    and r.kind <> 'drill' and (r.state in ('finished', 'failed')
      or r.kind = 'schedule' and r.state = 'running' and r.at < now() - make_interval(hours => ${REPORTED_WITHIN_H}))
    and not exists (select from announcement_runs again where again.again_of = r.run_id)
    and (${missed(sql`x.state in ('offline', 'failed', 'expired', 'skipped', 'missed')
        and not (x.state = 'skipped' and x.reason is not distinct from 'quiet hours')`)}
      or (r.kind = 'schedule' and ${missed(sql`x.state in ('waiting', 'sent', 'fetched')`)}))`;
}

export async function countMissed(db: Kysely<Database>, reader: RunReader, companyId?: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from announcement_runs r where ${isMissed(reader, companyId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The newest of them. */
export async function findMissedReceipts(
  db: Kysely<Database>,
  reader: RunReader,
  { company_id, limit }: { company_id?: number | undefined; limit: number },
): Promise<StoredReceipt[]> {
  const runs = sql`select * from announcement_runs r where ${isMissed(reader, company_id)}
    order by r.at desc, r.run_id desc limit ${limit}`;
  const { rows } = await receiptsOf(reader, runs).execute(db);
  return rows.map(toReceipt);
}

/** Voices of a run that can be listened to. */
const PLAYED = 3;

/** What most places of a run have heard: the files of each language and voice. */
export async function findPlayed(
  db: Kysely<Database>,
  owners: VisibleOwners,
  runId: string,
): Promise<AnnouncementRunDetails['played']> {
  const { rows } = await sql<AnnouncementRunDetails['played'][number]>`
    select p.language, p.voice, count(*)::int as devices, array(
        select i.item ->> 'sha256'
        from jsonb_array_elements(p.items_before || p.items || p.items_after) with ordinality as i (item, place) order by i.place
      ) as sha256
    from announcement_parts p join announcement_runs r on r.run_id = p.run_id
      join announcement_deliveries x on x.run_id = p.run_id and x.part = p.part and ${visibleDeliveries(owners)}
    where p.run_id = ${runId}::uuid and p.items is not null and p.items_before || p.items || p.items_after <> '[]'
    group by p.run_id, p.part order by devices desc, p.part limit ${sql.lit(PLAYED)}`.execute(db);
  return rows;
}
