import {
  type ChangeDestinationBody,
  type Destination,
  DESTINATIONS_MAX,
  type NewDestinationBody,
} from '@belfry/schemas/http/scenarios/destinations';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import { networksOf } from '../../../config/networks.ts';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import { createTypedAddressCheck } from '../../../lib/typed-address.ts';
import { manage, type ObjectChange } from '../../../people/managed-object.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../../companies/index.ts';
import { CHAT_FORMS } from './chat-forms.ts';
import {
  deleteDestination,
  findDestination,
  findDestinations,
  findHeldDestinations,
  findTarget,
  insertDestination,
  lockDestination,
  noteSent,
  type Target,
  updateDestination,
} from './destinations.repository.ts';
import { sendTo, type Sent } from './send.ts';

const PURPOSE = 'destination';

/** All throw not_found for one at a node that the caller does not manage. */
export const destinations = manage<Target, Wire<Destination>, OwnerPolicy>({
  kind: 'destination',
  recordedFor: 'node',
  titles: 'chats and systems',
  missing: 'Chat or system not found',
  conflict: 'It was changed meanwhile',
  changes: { key: 'destinations', hits: 60, refusal: 'Too many changes of chats and systems.' },
  maxOf: () => DESTINATIONS_MAX,
  findHeld: findHeldDestinations,
  lock: lockDestination,
  find: findDestination,
  placeOf: findManagedPlace,
  changed: ({ events }, id, ownerId) => events.changed('scenarios_changed', [id], ownerId),
});

/** Throws not_found for a node that the caller does not manage. */
export const listDestinations = listAtNodes(findDestinations);

type DestinationDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** Throws not_found, rate_limited; unprocessable for one too many and for an address that must not be reached. */
export async function createDestination(
  deps: DestinationDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, url, headers = {}, ...fields }: NewDestinationBody,
): Promise<Wire<Destination>> {
  await destinations.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  if (url === undefined) throw fieldError('unprocessable', 'url', 'Address is required');
  await checkFields(deps, { ...fields, url });
  const place = { owner_id, company_id };
  return destinations.create(deps, actor, place, async (trx) => ({
    id: await insertDestination(trx, {
      ...fields,
      ...place,
      ...addressColumns(deps, url),
      ...headerColumns(deps, headers),
      created_by: actor.user.id,
    }),
    after: { name: fields.name, service: fields.service, host: hostOf(url), company_id },
  }));
}

/** Throws as `createDestination`; edit_conflict. */
export async function changeDestination(
  deps: DestinationDeps,
  change: ObjectChange<OwnerPolicy>,
  { revision, url, headers, ...fields }: ChangeDestinationBody,
): Promise<Wire<Destination>> {
  await destinations.count(deps, change.actor);
  const { host } = await destinations.read(deps.db, change);
  await checkFields(deps, { ...fields, ...(url !== undefined && { url }) });
  return destinations.change(deps, change, { revision }, async (trx, before) => {
    if (before.service !== fields.service && url === undefined)
      throw fieldError('unprocessable', 'url', 'Another service has another address');
    await updateDestination(trx, change.id, {
      ...fields,
      ...(url !== undefined && { ...addressColumns(deps, url), refused_at: null, refusal: null }),
      // Headers are for the system that they were written for.
      ...(headers !== undefined
        ? headerColumns(deps, headers)
        : url !== undefined && hostOf(url) !== host
          ? headerColumns(deps, {})
          : {}),
    });
    const after = { name: fields.name, service: fields.service, host: url === undefined ? host : hostOf(url) };
    return { before: { name: before.name, service: before.service, host }, after };
  });
}

/** Throws rate_limited. */
export async function removeDestination(deps: DestinationDeps, change: ObjectChange<OwnerPolicy>): Promise<void> {
  await destinations.count(deps, change.actor);
  await destinations.remove(deps, change, async (trx, { name, service, host }) => {
    await deleteDestination(trx, change.id);
    return { before: { name, service, host } };
  });
}

/** Sends a line now. Throws not_found, rate_limited. */
export async function testDestination(
  deps: DestinationDeps,
  change: ObjectChange<OwnerPolicy>,
): Promise<{ delivered: boolean; reason: string | null }> {
  await destinations.count(deps, change.actor);
  const { name } = await destinations.read(deps.db, change);
  const target = await findTarget(deps.db, change.id);
  const sent = target ? await sendLine(deps, target, `Belfry: ${String(name)}`) : null;
  const reason = sent === null ? 'It was removed' : sent.outcome === 'delivered' ? null : sent.reason;
  await noteSent(deps.db, change.id, reason);
  return { delivered: reason === null, reason };
}

async function sendLine(deps: Pick<Deps, 'config'>, target: Target, text: string): Promise<Sent> {
  const opened = openDestination(deps, target);
  if (opened === null)
    return { outcome: 'refused', reason: 'SERVICE_SECRET is another one than before', retryAfterMs: null };
  const form = target.service === 'http' ? null : CHAT_FORMS[target.service];
  const body = JSON.stringify(form ? form.body(text, target.chat_id) : { text });
  const headers = { 'content-type': 'application/json', ...opened.headers };
  return sendTo(deps.config, opened.url, { method: 'POST', headers, body, took: form?.took });
}

type Opened = { url: string; headers: Record<string, string> };

/** Its secrets; null where they were sealed with another SERVICE_SECRET. */
export function openDestination({ config }: Pick<Deps, 'config'>, { url, headers }: Target): Opened | null {
  const opened = unseal(config.SERVICE_SECRET, PURPOSE, url);
  const json = headers === null ? '{}' : unseal(config.SERVICE_SECRET, PURPOSE, headers);
  if (opened === null || json === null) return null;
  const named = Object.entries(JSON.parse(json) as Record<string, string>);
  return { url: opened, headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])) };
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

const addressColumns = ({ config }: Pick<Deps, 'config'>, url: string) => ({
  url: seal(config.SERVICE_SECRET, PURPOSE, url),
  host: hostOf(url),
});

const headerColumns = ({ config }: Pick<Deps, 'config'>, headers: Record<string, string>) => ({
  headers: Object.keys(headers).length === 0 ? null : seal(config.SERVICE_SECRET, PURPOSE, JSON.stringify(headers)),
  header_names: Object.keys(headers),
});

async function checkFields(
  { config }: Pick<Deps, 'config'>,
  { url, service, chat_id }: Pick<NewDestinationBody, 'service' | 'chat_id'> & { url?: string },
): Promise<void> {
  if (service === 'telegram' && chat_id === '')
    throw fieldError('unprocessable', 'chat_id', 'Telegram needs the chat to which it writes');
  if (url === undefined) return;
  const nothing = 'Nothing is sent to this address';
  await createTypedAddressCheck(networksOf(config.WEBHOOK_ALLOW), { path: 'url', nothing })(url);
}
