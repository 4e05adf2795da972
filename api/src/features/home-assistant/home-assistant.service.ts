import {
  type ChangeHomeAssistantBody,
  HOME_ASSISTANT_MAX,
  type HomeAssistantConnection,
  type NewHomeAssistantBody,
} from '@belfry/schemas/http/home-assistant';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { seal } from '../../lib/seal.ts';
import { type GrantHandler, hasStopped } from '../../people/grants.repository.ts';
import { manage, type ObjectChange } from '../../people/managed-object.ts';
import { canManageTriggers, type OwnerPolicy } from '../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../companies/index.ts';
import { brokerCheck } from './broker-address.ts';
import {
  deleteHomeAssistant,
  findHeldHomeAssistants,
  findHomeAssistant,
  findHomeAssistants,
  type HomeAssistantRow,
  insertHomeAssistant,
  lockHomeAssistant,
  updateHomeAssistant,
} from './home-assistant.repository.ts';

export const PASSWORD_PURPOSE = 'home-assistant';

type HomeAssistantDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** All throw not_found for a connection at a node that the caller does not manage. */
export const homeAssistants = manage<HomeAssistantRow, Wire<HomeAssistantConnection>, OwnerPolicy>({
  kind: 'home_assistant',
  recordedFor: 'node',
  titles: 'connections to Home Assistant',
  missing: 'Connection not found',
  conflict: 'The connection was changed meanwhile',
  changes: { key: 'home-assistants', hits: 30, refusal: 'Too many changes of connections.' },
  maxOf: () => HOME_ASSISTANT_MAX,
  findHeld: findHeldHomeAssistants,
  lock: lockHomeAssistant,
  find: findHomeAssistant,
  placeOf: findManagedPlace,
  changed: ({ events }, id, ownerId) => events.changed('home_assistants_changed', [id], ownerId),
});

/** Throws not_found for a node that the caller does not manage. */
export const listHomeAssistants = listAtNodes(findHomeAssistants);

/** Throws not_found, forbidden, rate_limited; unprocessable for one too many and for an address that must not be reached. */
export async function createHomeAssistant(
  deps: HomeAssistantDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, password, ...fields }: NewHomeAssistantBody,
): Promise<Wire<HomeAssistantConnection>> {
  await homeAssistants.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  await brokerCheck(deps.config)(fields.url);
  const place = { owner_id, company_id };
  return homeAssistants.create(deps, actor, place, async (trx) => ({
    id: await insertHomeAssistant(trx, {
      ...fields,
      ...place,
      password: sealed(deps, password),
      created_by: actor.user.id,
    }),
    after: { ...auditFieldsOf(fields), company_id },
  }));
}

/** Whoever changes it acts from then on. Throws as `createHomeAssistant`; edit_conflict. */
export async function changeHomeAssistant(
  deps: HomeAssistantDeps,
  change: ObjectChange<OwnerPolicy>,
  { revision, enabled, password, ...fields }: ChangeHomeAssistantBody,
): Promise<Wire<HomeAssistantConnection>> {
  const { id, actor } = change;
  await homeAssistants.count(deps, actor);
  await homeAssistants.read(deps.db, change);
  await brokerCheck(deps.config)(fields.url);
  return homeAssistants.change(deps, change, { revision }, async (trx, before) => {
    if (enabled && !before.enabled && (await hasStopped(trx, 'home_assistant', id)))
      throw new AppError('conflict', 'Whoever made this connection may not any more. Take it over, keep it or end it.');
    // A password is for the broker that it was written for.
    const isElsewhere = fields.url !== before.url || fields.username !== before.username;
    await updateHomeAssistant(trx, id, {
      ...fields,
      ...(password !== undefined || isElsewhere ? { password: sealed(deps, password) } : {}),
      ...turned(enabled),
      created_by: actor.user.id,
    });
    return {
      before: { ...auditFieldsOf(before), enabled: before.enabled },
      after: { ...auditFieldsOf(fields), enabled },
    };
  });
}

const turned = (enabled: boolean) => ({
  enabled,
  disabled_reason: enabled ? null : ('person' as const),
  state: 'connecting' as const,
  problem: null,
});

/** Throws rate_limited. */
export async function removeHomeAssistant(deps: HomeAssistantDeps, change: ObjectChange<OwnerPolicy>): Promise<void> {
  await homeAssistants.count(deps, change.actor);
  await homeAssistants.remove(deps, change, async (trx, row) => {
    await deleteHomeAssistant(trx, change.id);
    return { before: auditFieldsOf(row) };
  });
}

export const homeAssistantGrant: GrantHandler = {
  async pass(trx, _deps, actor, { id, wasOn, renew }) {
    await updateHomeAssistant(trx, id, {
      created_by: actor.user.id,
      // What was known of it is of no use any more: the password is written again.
      ...(renew && { password: null }),
      ...turned(wasOn),
    });
    return null;
  },
  end: (deps, actor, id) => removeHomeAssistant(deps, { id, actor, policy: canManageTriggers }),
};

const auditFieldsOf = ({
  name,
  url,
  prefix,
  allows,
}: Pick<HomeAssistantRow, 'name' | 'url' | 'prefix' | 'allows'>) => ({
  name,
  url,
  prefix,
  allows,
});

const sealed = ({ config }: Pick<Deps, 'config'>, password: string | undefined): Buffer | null =>
  password ? seal(config.SERVICE_SECRET, PASSWORD_PURPOSE, password) : null;
