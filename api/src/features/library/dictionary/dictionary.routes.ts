import { dictionaryHttp, type PronunciationBody } from '@belfry/schemas/http/library/texts';
import type { Parsed } from '@belfry/schemas/http/endpoint';
import { isTaken } from '../../../db/errors.ts';
import { fieldError } from '../../../errors.ts';
import { resourceRoutes, type ResourceWriter } from '../resource.routes.ts';
import { NO_USES } from '../resource.ts';
import { deleteEntry, insertEntry, updateEntry } from './dictionary.repository.ts';
import { dictionaryResource as resource } from './dictionary.resource.ts';

const writer: ResourceWriter<PronunciationBody, Parsed<typeof dictionaryHttp.change, 'body'>> = {
  insert: (trx, ownerId, body) => insertEntry(trx, ownerId, body).catch(throwTaken),
  update: (trx, { id }, patch) => updateEntry(trx, id, patch).catch(throwTaken),
};

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'word', 'There is a pronunciation of this word already');
}

export const dictionaryRoutes = resourceRoutes(dictionaryHttp, resource, writer, {
  delete: deleteEntry,
  findUses: NO_USES,
});
