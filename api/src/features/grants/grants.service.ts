import type { GrantKind } from '@belfry/schemas/domain/grants';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { settleGrant, type GrantHandler } from '../../people/grants.repository.ts';
import { findOwnGrants, findStopped, type FoundGrant, settleReview } from './grants.repository.ts';
import { registrationInvitationGrant } from '../accounts/index.ts';
import { alarmRuleGrant } from '../alarms/index.ts';
import { apiKeyGrant } from '../api-keys/index.ts';
import { responsiblePeopleGrant } from '../companies/index.ts';
import { homeAssistantGrant } from '../home-assistant/index.ts';
import { scheduleGrant } from '../schedules/index.ts';
import { memberInvitationGrant } from '../teams/index.ts';
import { scenarioGrant } from '../scenarios/index.ts';
import { triggerGrant } from '../triggers/index.ts';
import { webhookGrant } from '../webhooks/index.ts';

const EVENTS = {
  member_invitation: 'companies_changed',
  registration_invitation: 'users_changed',
  api_key: 'companies_changed',
  webhook: 'webhooks_changed',
  trigger: 'triggers_changed',
  scenario: 'scenarios_changed',
  home_assistant: 'home_assistants_changed',
  schedule: 'schedules_changed',
  responsible_people: 'companies_changed',
  alarm_rule: 'alarms_changed',
} as const satisfies Record<GrantKind, string>;

type Key = { kind: GrantKind; grant_id: number };

const DECISIONS = { hits: 120, windowSeconds: 60 };
const countDecision = (deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `grants:${user.id}`, ...DECISIONS }], 'Too many decisions.');

/** Throws not_found for what has not stopped, or where the caller manages nobody; forbidden for what they could not grant themselves. */
async function requireGrantable(db: Deps['db'], { user }: Actor, key: Key): Promise<FoundGrant> {
  const [grant] = await findStopped(db, user, key);
  if (!grant) throw notFound('This has not stopped');
  if (grant.may_grant) return grant;
  throw new AppError('forbidden', 'You could not grant this yourself');
}

/** Makes the caller who grants it. @returns the new secret, if `renew` and it has one */
export async function passGrant(deps: Deps, actor: Actor, key: Key, renew: boolean): Promise<string | null> {
  await countDecision(deps, actor);
  const handler = HANDLERS[key.kind];
  const { secret, owner_id } = await transact(deps.db, async (trx) => {
    const { owner_id, was_on: wasOn, grant } = await requireGrantable(trx, actor, key);
    if (!(await settleGrant(trx, key.kind, key.grant_id))) throw notFound('This has not stopped');
    const secret = await handler.pass(trx, deps, actor, { id: key.grant_id, wasOn, renew });
    await auditDecision(trx, actor, renew ? 'take-over' : 'keep', { key, owner_id, grant });
    return { secret, owner_id };
  });
  deps.auth.forget();
  deps.events.changed(EVENTS[key.kind], [key.grant_id], owner_id);
  return secret;
}

export async function endGrant(deps: Deps, actor: Actor, key: Key): Promise<void> {
  await countDecision(deps, actor);
  const { owner_id, grant } = await requireGrantable(deps.db, actor, key);
  await HANDLERS[key.kind].end(deps, actor, key.grant_id);
  await transact(deps.db, async (trx) => {
    await settleGrant(trx, key.kind, key.grant_id);
    await auditDecision(trx, actor, 'end', { key, owner_id, grant });
  });
  deps.events.changed(EVENTS[key.kind], [key.grant_id], owner_id);
}

const auditDecision = (
  trx: Deps['db'],
  actor: Actor,
  verb: string,
  { key: { kind, grant_id }, owner_id, grant }: { key: Key } & Pick<FoundGrant, 'owner_id' | 'grant'>,
): Promise<void> =>
  audit(trx, actor, {
    action: `grant.${verb}`,
    object_kind: kind,
    object_id: grant_id,
    ...(grant.company_id !== null && { company_id: grant.company_id }),
    owner_id: owner_id ?? actor.user.id,
    details: { kind, name: grant.name, granted_by: grant.granted_by, reason: grant.reason },
  });

/** Ends these grants of the caller; the others go on. Throws not_found for one that is not theirs. */
export async function reviewGrants(deps: Deps, actor: Actor, ended: readonly Key[]): Promise<void> {
  await countDecision(deps, actor);
  const own = new Set((await findOwnGrants(deps.db, actor.user.id)).map(({ kind, grant_id }) => `${kind} ${grant_id}`));
  if (!ended.every(({ kind, grant_id }) => own.has(`${kind} ${grant_id}`))) throw notFound('This is not yours');
  for (const { kind, grant_id } of ended) await HANDLERS[kind].end(deps, actor, grant_id);
  await settleReview(deps.db, actor.user.id);
}

/** What is done with each kind of grant that has stopped; see GRANT-4. */
const HANDLERS: Readonly<Record<GrantKind, GrantHandler>> = {
  member_invitation: memberInvitationGrant,
  registration_invitation: registrationInvitationGrant,
  api_key: apiKeyGrant,
  webhook: webhookGrant,
  trigger: triggerGrant,
  scenario: scenarioGrant,
  home_assistant: homeAssistantGrant,
  schedule: scheduleGrant,
  responsible_people: responsiblePeopleGrant,
  alarm_rule: alarmRuleGrant,
};
