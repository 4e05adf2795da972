import { EMERGENCY_NAMES_MAX } from '@belfry/schemas/http/announcements/emergency';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { AskingFiring, TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { nodeOfCompany, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { isReachable } from '../device-state/index.ts';
import { textsOfAlert } from './alerts/alert-texts.ts';
import { FIRINGS } from './firings.repository.ts';

const ASKING_SHOWN_MAX = 100;

/** A condition on the trigger `t`: it starts or ends emergencies, for which there is a right of its own. */
const IS_EMERGENCY: RawBuilder<boolean> = sql<boolean>`t.action ->> 'type' in ('emergency', 'all_clear', 'scenario')`;

const ids = (list: string): RawBuilder<unknown> =>
  sql.raw(`(select (jsonb_array_elements_text(coalesce(${list}, '[]')))::int)`);

/** Common table expressions and a condition on the device `d`: it is one of the targets in the value `g`. */
const branchOf = (name: string, list: string): RawBuilder<unknown> => sql`${sql.raw(name)} (company_id) as (
    select company_id from companies where company_id in ${ids(`${list} -> 'nodes'`)}
    union
    select c.company_id from ${sql.raw(name)} b join companies c on c.parent_company_id = b.company_id)`;
const isIn = (name: string, list: string): RawBuilder<boolean> => sql<boolean>`(
    d.company_id in (select company_id from ${sql.raw(name)})
    or d.company_id in (select e.company_id from device_group_elements e where e.group_id in ${ids(`${list} -> 'groups'`)})
    or d.serial in (select jsonb_array_elements_text(coalesce(${sql.raw(`${list} -> 'devices'`)}, '[]'))))`;

/** Of each trigger that asks: the devices that it would reach, how many of them now, and where, as far as the caller reads that. */
const reachOf = (readable: VisibleOwners): RawBuilder<unknown> => sql`
  select w.id, reach.* from (
    select distinct t.id, t.owner_id, coalesce(t.action -> 'targets', jsonb_build_object('nodes', jsonb_build_array(t.company_id))) as g
    from asking f join triggers t on t.id = f.trigger_id
  ) w cross join lateral (
    with recursive ${branchOf('included', 'w.g')}, ${branchOf('excluded', "w.g -> 'except'")}
    select count(*)::int as devices, (count(*) filter (where ${sql.raw(isReachable('s.status'))}))::int as reachable,
      jsonb_build_object('total', count(distinct above.name),
        'names', coalesce(to_jsonb((array_agg(distinct above.name collate natural_order)
          filter (where above.name is not null))[1:${sql.lit(EMERGENCY_NAMES_MAX)}]), '[]')) as sites
    from devices d join device_state s on s.device_id = d.device_id
      left join companies above on above.company_id = d.place_id and ${ownedBy(readable, 'above.user_id', nodeOfCompany('above'))}
    where d.user_id = w.owner_id and d.company_id is not null
      and ${isIn('included', 'w.g')} and not ${isIn('excluded', "w.g -> 'except'")}
  ) reach`;

type Row = Wire<TriggerFiring> & {
  action: TriggerAction;
  message: { name: string; text: string | null } | null;
  place: string;
} & Pick<AskingFiring['asks'], 'devices' | 'reachable' | 'sites'>;

export async function findAsking(
  db: Kysely<Database>,
  { speak, emergency }: { speak: VisibleOwners; emergency: VisibleOwners },
): Promise<Wire<AskingFiring>[]> {
  const { rows } = await sql<Row>`
    with asking as materialized (
      select f.firing_id, f.trigger_id from trigger_firings f join triggers t on t.id = f.trigger_id
      where f.state = 'asking' and f.expires_at > now()
        and case when ${IS_EMERGENCY} then ${ownedBy(emergency, 't.owner_id', 't.company_id')}
          else ${ownedBy(speak, 't.owner_id', 't.company_id')} end
      order by f.firing_id limit ${sql.lit(ASKING_SHOWN_MAX)}
    ), reached as materialized (${reachOf(speak)})
    select listed.*, t.action, node.name as place, x.devices, x.reachable, x.sites, (
        select jsonb_build_object('name', m.name, 'text', m.variants -> 0 ->> 'text') from messages m
        where m.id = coalesce(t.action ->> 'message_id', t.action -> 'sound' ->> 'message_id')::int and m.user_id = t.owner_id
      ) as message
    from asking a join (${FIRINGS}) as listed on listed.firing_id = a.firing_id
      join triggers t on t.id = a.trigger_id
      join companies node on node.company_id = t.company_id join reached x on x.id = t.id
    order by a.firing_id`.execute(db);
  return rows.map(toAsking);
}

function toAsking({ action, message, place, devices, reachable, sites, ...firing }: Row): Wire<AskingFiring> {
  const alert = action.type === 'alert' ? textsOfAlert(firing.details, action.says)[0]?.text : undefined;
  const asks = {
    action: action.type,
    what: message?.name ?? null,
    says: alert ?? message?.text ?? null,
    place,
    sites,
    devices,
    reachable,
  };
  return { ...firing, asks };
}
