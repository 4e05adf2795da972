import { NETWORK_SPEAKERS_MAX, refusedAddress, type SpeakerTransport } from '@belfry/schemas/domain/network-speakers';
import type {
  ChangeNetworkSpeakerBody,
  CreatedNetworkSpeaker,
  NetworkSpeaker,
  NewNetworkSpeakerBody,
  SpeakerSender,
} from '@belfry/schemas/http/network-speakers/network-speakers';
import { messages, type SpeakersMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Kysely } from 'kysely';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { type AppError, deviceNotFound, editConflict, fieldError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Page } from '../../http/routes/route.ts';
import { devicePermits, findListedNodes } from '../../people/owner-access.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import { type OwnerPolicy, type OwnersPolicy, readableDevices, readableNodes } from '../../policies/owners.ts';
import {
  companiesChanged,
  deleteCompanies,
  findPermittedCompany,
  lockPermittedCompany,
  updateCompany,
} from '../companies/index.ts';
import {
  clearBinding,
  clearRetained,
  deleteDevice,
  devicesChanged,
  lockDevice,
  lockDeviceBySerial,
  modeForbids,
  type DeviceRow,
} from '../devices/index.ts';
import { addDeviceAt, type PlacePolicy } from '../device-ownership/index.ts';
import {
  countCarried,
  findSpeaker,
  insertSpeaker,
  isNetworkSpeaker,
  listSenders,
  listSpeakers,
  lockSpeaker,
  type SpeakerRow,
  updateSpeaker,
} from './network-speakers.repository.ts';

const CHANGES = { hits: 60, windowSeconds: 60 };
const missing = (): AppError => notFound('This is no network speaker');

export type SpeakerPolicy = PlacePolicy & { device: DevicePolicy };
export type SpeakerChange = { id: number; actor: Actor; policy: SpeakerPolicy };

const count = (deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `network-speakers:${user.id}`, ...CHANGES }], 'Too many changes of loudspeakers.');

/** Throws not_found for one that the caller does not read. */
export async function readSpeaker(deps: Pick<Deps, 'db'>, user: Caller, deviceId: number): Promise<NetworkSpeaker> {
  const speaker = await findSpeaker(deps.db, deviceId, readableDevices(user));
  if (!speaker) throw missing();
  return speaker;
}

/** Throws not_found for a node that the caller does not read. */
export async function readSpeakers(
  { db }: Pick<Deps, 'db'>,
  user: Caller,
  policies: { node: OwnerPolicy; visible: OwnersPolicy },
  { company_id, sender, ...page }: { company_id: number | undefined; sender: string | undefined } & Page,
): Promise<{ rows: NetworkSpeaker[]; total: number }> {
  if (company_id !== undefined) await findPermittedCompany(db, user, company_id, policies.node);
  const listed = sender === undefined ? findListedNodes(user, policies.visible, company_id) : policies.visible(user);
  return listSpeakers(db, { listed, companyId: company_id, sender }, page);
}

/** Throws not_found and forbidden for the place. */
export async function readSenders(
  { db }: Pick<Deps, 'db'>,
  user: Caller,
  policies: { node: OwnerPolicy; operated: OwnersPolicy },
  companyId: number,
): Promise<SpeakerSender[]> {
  const { user_id: ownerId } = await findPermittedCompany(db, user, companyId, policies.node);
  const owners = { operated: policies.operated(user), names: readableNodes(user) };
  return listSenders(db, { ...owners, ownerId, placeId: companyId });
}

/**
 * Throws not_found and forbidden for the place, conflict for a node that has a device, device_not_found for a sender that the caller must not
 * operate, mode_forbids for a blocked one, unprocessable for one of another owner or with too many speakers and for an address to which
 * nothing may be sent, rate_limited.
 */
export async function createSpeaker(
  deps: Deps,
  actor: Actor,
  policy: SpeakerPolicy,
  { company_id, name, sender, transport }: NewNetworkSpeakerBody,
): Promise<CreatedNetworkSpeaker> {
  await count(deps, actor);
  checkAddresses(deps.config, transport);
  const { settle, ...created } = await transact(deps.db, async (trx) => {
    const added = await addDeviceAt(trx, deps, actor.user, { policy, place: { company_id, name } });
    const { device_id, serial, node, settle } = added;
    await lockSender(trx, actor, policy.device, { sender, ownerId: node.user_id });
    await insertSpeaker(trx, device_id, { sender, transport });
    const after = { serial, company_id: node.company_id, sender, transport };
    await auditOf(trx, actor, node.user_id, {
      action: 'network_speaker.create',
      object_kind: 'device',
      object_id: device_id,
      company_id: node.company_id,
      details: { name, ...after },
      after,
    });
    return { device_id, serial, company_id: node.company_id, settle };
  });
  await settle();
  tellSenders(deps, [sender]);
  const { used_by } = await readSpeaker(deps, actor.user, created.device_id);
  return { ...created, used_by };
}

/** Throws not_found, edit_conflict, and as `createSpeaker`; forbidden also where the caller must not name the node. */
export async function changeSpeaker(
  deps: Deps,
  { id, actor, policy }: SpeakerChange,
  { name, sender, transport, revision }: ChangeNetworkSpeakerBody,
): Promise<NetworkSpeaker> {
  await count(deps, actor);
  checkAddresses(deps.config, transport);
  const changed = await transact(deps.db, async (trx) => {
    const { device, node, before } = await lockAll(trx, { id, actor, policy });
    if (revision !== undefined && revision !== before.revision) return null;
    if (node && name !== node.name) {
      await findPermittedCompany(trx, actor.user, node.company_id, policy.parent);
      await updateCompany(trx, node.company_id, { name });
    }
    if (sender !== before.sender) {
      const ownerId = device.user_id ?? 0;
      await lockSender(trx, actor, policy.device, { sender, ownerId });
    }
    await updateSpeaker(trx, id, { sender, transport });
    await auditOf(trx, actor, device.user_id ?? actor.user.id, {
      action: 'network_speaker.change',
      object_kind: 'device',
      object_id: id,
      company_id: device.company_id,
      details: { serial: device.serial },
      before: { name: node?.name, sender: before.sender, transport: before.transport },
      after: { name, sender, transport },
    });
    return { device, node, before };
  });
  if (!changed) {
    const present = await readSpeaker(deps, actor.user, id);
    throw editConflict('Somebody else has changed this loudspeaker meanwhile.', { ...present });
  }
  const { device, node, before } = changed;
  if (node) companiesChanged(deps, node);
  devicesChanged(deps, [id], device.user_id);
  // With another sender the one before must not be heard any more; with another transport both begin anew.
  if (sender !== before.sender) await deps.broker.disconnect('device', [device.serial]);
  tellSenders(deps, [before.sender, sender]);
  return readSpeaker(deps, actor.user, id);
}

/** With its node, which nothing else has a use for. Throws not_found and forbidden. */
export async function removeSpeaker(deps: Deps, { id, actor, policy }: SpeakerChange): Promise<void> {
  await count(deps, actor);
  const { device, node, before } = await transact(deps.db, async (trx) => {
    const locked = await lockAll(trx, { id, actor, policy });
    const { device, node, before } = locked;
    if (node) {
      await findPermittedCompany(trx, actor.user, node.parent_company_id ?? node.company_id, policy.parent);
      await clearBinding(trx, node.company_id);
    }
    await deleteDevice(trx, id);
    if (node) await deleteCompanies(trx, [node.company_id]);
    await auditOf(trx, actor, device.user_id ?? actor.user.id, {
      action: 'network_speaker.delete',
      object_kind: 'device',
      object_id: id,
      company_id: node?.parent_company_id ?? null,
      details: { serial: device.serial, name: node?.name },
      before: { serial: device.serial, name: node?.name, sender: before.sender, transport: before.transport },
    });
    return locked;
  });
  if (node) companiesChanged(deps, node);
  devicesChanged(deps, [id], device.user_id);
  tellSenders(deps, [before.sender]);
  await deps.broker.disconnect('device', [device.serial]);
  await clearRetained(deps.broker, [device.serial]);
  await deps.broker.forget([device.serial]);
}

/** Locks the node, then the device, then the speaker. Throws not_found for what the caller must not operate, forbidden for what they only see. */
async function lockAll(trx: Kysely<Database>, { id, actor, policy }: SpeakerChange) {
  const { user } = actor;
  const present = await findSpeaker(trx, id, readableDevices(user));
  if (!present) throw missing();
  const { company_id } = present;
  const node =
    company_id === null
      ? null
      : await lockPermittedCompany(trx, user, company_id, { policy: policy.node, lock: 'to-delete' });
  const device = await lockDevice(trx, id);
  const before: SpeakerRow | undefined = device && (await lockSpeaker(trx, id));
  if (!device || !before || !(await devicePermits(trx, user, device, policy.device))) throw missing();
  // Bound elsewhere meanwhile.
  if (device.company_id !== company_id) throw missing();
  return { device, node, before };
}

/** The lock makes the number of speakers exact, and keeps the owner. */
async function lockSender(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: DevicePolicy,
  { sender, ownerId }: { sender: string; ownerId: number },
): Promise<DeviceRow> {
  const device = await lockDeviceBySerial(trx, sender);
  if (!device || !(await devicePermits(trx, user, device, policy))) throw deviceNotFound();
  if (device.user_id !== ownerId)
    throw fieldError('unprocessable', 'sender', 'The sender and the loudspeaker belong to different people');
  if (device.device_mode === 'blocked') throw modeForbids(device.device_mode);
  if (await isNetworkSpeaker(trx, device.device_id))
    throw fieldError('unprocessable', 'sender', 'A network speaker sends nothing: choose a device that does');
  if ((await countCarried(trx, sender)) >= NETWORK_SPEAKERS_MAX)
    throw fieldError('unprocessable', 'sender', `One device sends to ${NETWORK_SPEAKERS_MAX} loudspeakers at most`);
  return device;
}

function checkAddresses({ NETWORK_SPEAKER_ALLOW }: Pick<Config, 'NETWORK_SPEAKER_ALLOW'>, transport: SpeakerTransport) {
  const refused = refusedAddress(transport, NETWORK_SPEAKER_ALLOW);
  if (refused === null) return;
  throw fieldError(
    'unprocessable',
    `transport.${refused}`,
    'Nothing is sent to this address: expected a multicast or private one. Others need NETWORK_SPEAKER_ALLOW.',
  );
}

/** Best effort: a device that misses it asks within ten minutes. */
function tellSenders({ broker }: Pick<Deps, 'broker'>, senders: readonly string[]): void {
  const { qos, retain } = messages.speakers;
  const payload = JSON.stringify({ at: new Date().toISOString() } satisfies SpeakersMessage);
  for (const sender of new Set(senders))
    void broker.publish(topics.speakers(sender), payload, { qos, retain }).catch(() => undefined);
}
