import type { Message, MessageBody, messagePatchSchema } from '@belfry/schemas/http/library/texts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { requireAllPlaces } from '../../people/own-work.ts';
import type { Caller } from '../../policies/accounts.ts';
import { ALL_OWNERS } from '../../policies/owners.ts';
import { quotaOf } from '../../quotas/quotas.repository.ts';
import { countEmergencies, FOR_ALL, insertMessage, updateMessage, messagesResource } from './messages.repository.ts';
import { findRows, type ResourceRow } from './resource.repository.ts';
import { audioIdsOf, findOwnChimes, holdAudio } from './sounds.repository.ts';

/** The maximum number of emergency messages of a user, since every programme of the owner contains all of them. */
const EMERGENCIES_MAX = 50;

/** @returns the id. Throws unprocessable for a fallback language without text, not_found for audio and a chime that are not the owner's. */
export async function writeMessage(trx: Kysely<Database>, ownerId: number, body: MessageBody): Promise<number> {
  const fields = { ...body, fallback_language: body.fallback_language ?? body.variants[0]?.language ?? '' };
  checkFallback(fields);
  if (fields.emergency) await requireEmergencyRoom(trx, ownerId);
  await requireSounds(trx, ownerId, fields);
  return insertMessage(trx, ownerId, fields);
}

/** As `writeMessage`, for a caller. Throws forbidden for an emergency message of a member who does not plan for all places. */
export async function writeMessageFor(
  trx: Kysely<Database>,
  ownerId: number,
  body: MessageBody,
  caller: Caller,
): Promise<number> {
  if (body.emergency) await requireAllPlaces(trx, caller, ownerId, FOR_ALL);
  return writeMessage(trx, ownerId, body);
}

/** Changes a message that the caller may change as it is. A variant that is removed must not be the fallback. Throws as `writeMessageFor`. */
export async function changeMessage(
  trx: Kysely<Database>,
  { id, user_id }: Pick<ResourceRow, 'id' | 'user_id'>,
  patch: z.output<typeof messagePatchSchema>,
  caller: Caller,
): Promise<void> {
  const [before] = await findRows(trx, messagesResource, ALL_OWNERS, [id]);
  if (!before) return;
  const { revision: _revision, ...changes } = patch;
  const given = withoutUndefined({ ...changes, chime_id: chosenChime(before, changes) });
  checkFallback({ ...before, ...given });
  await requireSounds(trx, user_id, given);
  if (given.emergency) await requireAllPlaces(trx, caller, user_id, FOR_ALL);
  if (given.emergency && !before.emergency) await requireEmergencyRoom(trx, user_id);
  await updateMessage(trx, id, given);
}

/** A client that does not know chimes of an organisation chooses another one by `chime` alone. */
const chosenChime = (
  before: Pick<Message, 'chime'>,
  { chime, chime_id }: Pick<z.output<typeof messagePatchSchema>, 'chime' | 'chime_id'>,
): number | null | undefined =>
  chime_id === undefined && chime !== undefined && chime !== before.chime ? null : chime_id;

async function requireSounds(
  trx: Kysely<Database>,
  ownerId: number,
  { variants = [], chime_id }: Partial<Pick<Message, 'variants' | 'chime_id'>>,
): Promise<void> {
  if (!(await holdAudio(trx, ownerId, audioIdsOf(variants)))) throw notFound('Audio not found');
  if (chime_id === undefined || chime_id === null) return;
  if (!(await findOwnChimes(trx, ownerId, [chime_id])).has(chime_id)) throw notFound('Chime not found');
}

function checkFallback({ variants, fallback_language }: Pick<Message, 'variants' | 'fallback_language'>): void {
  if (variants.some(({ language }) => language === fallback_language)) return;
  throw fieldError(
    'unprocessable',
    'fallback_language',
    'The fallback language must be one of the languages of the message',
  );
}

async function requireEmergencyRoom(trx: Kysely<Database>, ownerId: number): Promise<void> {
  const most = await quotaOf(trx, ownerId, EMERGENCIES_MAX);
  if ((await countEmergencies(trx, ownerId)) < most) return;
  throw new AppError('unprocessable', `There can be ${most} emergency messages at most`);
}
