import type { Message } from '@belfry/schemas/http/library/texts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { ownOf } from '../../policies/owners.ts';
import { findEntries } from './dictionary/dictionary.repository.ts';
import { messagesResource, toMessage } from './messages/messages.resource.ts';
import { findRows } from './resource.repository.ts';
import { createDictionary, type Dictionary } from './dictionary/dictionary.ts';
import { stationsResource } from './stations/stations.resource.ts';

/** Finds messages of a user by their ids. */
export async function findMessages(
  db: Kysely<Database>,
  ownerId: number,
  ids: readonly number[],
): Promise<Map<number, Message>> {
  const rows = await findRows(db, messagesResource, ownOf(ownerId), ids);
  return new Map(rows.map((row) => [row.id, toMessage(row)]));
}

/** Finds stations of a user by their ids. */
export async function findStations(
  db: Kysely<Database>,
  ownerId: number,
  ids: readonly number[],
): Promise<Map<number, { name: string; url: string }>> {
  const rows = await findRows(db, stationsResource, ownOf(ownerId), ids);
  return new Map(rows.map(({ id, name, url }) => [id, { name, url }]));
}

/** How a user's words are spoken. */
export const loadDictionary = async (db: Kysely<Database>, userId: number): Promise<Dictionary> =>
  createDictionary(await findEntries(db, userId));

export { defaultVoiceOf } from './speech/languages.ts';
export { speechFor } from './speech/speech-for.ts';
