import { RIGHTS } from '@belfry/schemas/domain/rights';
import { DATE_LOCALES, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import { TRIGGER_ASKS_MINUTES } from '@belfry/schemas/http/triggers/firings';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { isWithinLimits } from '../../http/rate-limit/rate-limit.ts';
import { isEmergencyAction } from './act.ts';
import type { ClaimedFiring } from './firings.repository.ts';
import type { TriggerRow } from './triggers.repository.ts';

/** Questions of one trigger that are sent; the console shows all of them. */
const PER_TRIGGER = { hits: 10, windowSeconds: 300 };
const ASKED_MAX = 100;

type Texts = {
  title: (name: string) => string;
  actions: Record<TriggerAction['type'], string>;
  until: (when: string) => string;
};

const TEXTS: Record<TextLanguage, Texts> = {
  en: {
    title: (name) => `${name} asks to start`,
    actions: {
      message: 'Announcement',
      emergency: 'Emergency',
      all_clear: 'All clear',
      silence: 'Silence',
      ring: 'Bell',
      alert: 'Public alert',
      scenario: 'Scenario',
    },
    until: (when) => `Open Belfry to confirm or decline it until ${when}.`,
  },
  ru: {
    title: (name) => `«${name}» ждёт подтверждения`,
    actions: {
      message: 'Объявление',
      emergency: 'Тревога',
      all_clear: 'Отбой',
      silence: 'Тишина',
      ring: 'Звонок',
      alert: 'Официальное предупреждение',
      scenario: 'Сценарий',
    },
    until: (when) => `Откройте Belfry и подтвердите или отклоните до ${when}.`,
  },
  de: {
    title: (name) => `${name} soll starten`,
    actions: {
      message: 'Durchsage',
      emergency: 'Notfall',
      all_clear: 'Entwarnung',
      silence: 'Stille',
      ring: 'Klingelzeichen',
      alert: 'Amtliche Warnung',
      scenario: 'Szenario',
    },
    until: (when) => `Bitte bis ${when} in Belfry bestätigen oder ablehnen.`,
  },
};

/**
 * Sends what a trigger asks for to the browsers of those who may confirm it, whatever hour it is; not to whoever has started it. A click opens the
 * question in the console. A failure is logged: the console asks in any case.
 */
export async function askByPush(deps: Deps, trigger: TriggerRow, firing: ClaimedFiring): Promise<void> {
  try {
    if (!(await isWithinLimits(deps, [{ key: `push-asks:${trigger.id}`, ...PER_TRIGGER }]))) return;
    const people = await findAsked(deps.db, trigger, startedBy(firing));
    const ends = new Date(Date.now() + TRIGGER_ASKS_MINUTES * 60_000);
    const place = await findPlaceName(deps.db, trigger.company_id);
    await deps.push.tell(deps.db, people, {
      urgency: 'high',
      ttlS: TRIGGER_ASKS_MINUTES * 60,
      write({ lang, time_zone }) {
        const { title, actions, until } = TEXTS[lang];
        const when = ends.toLocaleTimeString(DATE_LOCALES[lang], {
          timeZone: time_zone,
          timeStyle: 'short',
        });
        const head = [actions[trigger.action.type], place].filter(Boolean).join(', ');
        const body = `${head}. ${until(when)}`;
        return { kind: 'ask', title: title(trigger.name), body, url: '/home', tag: `belfry-ask-${trigger.id}` };
      },
    });
  } catch (error) {
    deps.log.warn({ err: error, trigger_id: trigger.id }, 'what a trigger asks for was not sent to browsers');
  }
}

/** Who has started it by a call; null for another source. */
const startedBy = ({ details }: ClaimedFiring): number | null => {
  const id = (details as { user_id?: unknown }).user_id;
  return typeof id === 'number' ? id : null;
};

/** Who may confirm it: the owner, and members with the right at the node; without those who want no messages in their browsers. */
async function findAsked(
  db: Kysely<Database>,
  { owner_id, company_id, action }: TriggerRow,
  exceptId: number | null,
): Promise<number[]> {
  const right = isEmergencyAction(action) ? RIGHTS.emergency : RIGHTS.speak;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u left join user_settings s on s.user_id = u.id
    where u.id in (
        select ${owner_id}::int
        union
        select m.user_id from node_rights r join memberships m on m.member_id = r.member_id
        where r.company_id = ${company_id}::int and r.rights & ${right}::int > 0 and (r.expires_at is null or r.expires_at > now()))
      and u.id is distinct from ${exceptId}::int and not u.blocked and not u.program
      and coalesce(s.alarm_push, 'medium') <> 'never' and exists (select from push_subscriptions p where p.user_id = u.id)
    order by u.id limit ${sql.lit(ASKED_MAX)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function findPlaceName(db: Kysely<Database>, companyId: number): Promise<string | null> {
  const place = await db.selectFrom('companies').select('name').where('company_id', '=', companyId).executeTakeFirst();
  return place?.name ?? null;
}
