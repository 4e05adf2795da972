import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { type AnySchema, type Endpoint, endpoint } from '../endpoint.ts';
import { listedOwner, newOwner } from '../owner-query.ts';
import { ownWork } from '../own-work.ts';
import { pageFields } from '../paging.ts';

export const LIBRARY_NAME_MAX = 80;
export const libraryNameSchema = line().min(1, 'Name is required').max(LIBRARY_NAME_MAX);

export const libraryIdParamsSchema = z.object({ id: idTextSchema });
export const libraryQuerySchema = z.object({
  q: z.string().trim().max(200).default(''),
  ...pageFields(100),
  user_id: listedOwner,
});
export const newOwnerQuerySchema = z.object({ user_id: newOwner });
export type LibraryQuery = z.output<typeof libraryQuerySchema>;

export const revisionTimes = {
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.int().min(1),
  ...ownWork,
};
/** The revision that an edit began with; an older one is refused with edit_conflict. */
export const editRevisionSchema = z.int().min(1).optional();

type Part = z.core.SomeType & AnySchema;

/** The list of one owner, by default the caller. `title` names the kind of resource: `message`. */
export const listCall = <S extends Part>(path: `/${string}`, title: string, answer: S) =>
  endpoint({
    method: 'get',
    path,
    summary: `The caller’s own, by name: ${title}`,
    description:
      'Members list what belongs to their organisations too. Administrators may name another owner by `user_id`.',
    query: libraryQuerySchema,
    answer: z.array(answer),
    headers: { 'X-Total-Count': 'how many match' },
    errors: ['forbidden', 'user_not_found'],
  });

const readCall = <S extends Part>(path: `/${string}`, title: string, answer: S) =>
  endpoint({
    method: 'get',
    path: `${path}/{id}`,
    summary: `Read one: ${title}`,
    params: libraryIdParamsSchema,
    answer,
    errors: ['not_found'],
  });

type Schemas<S extends Part, B extends Part, P extends Part> = { answer: S; body: B; patch: P };

const createCall = <S extends Part, B extends Part>(
  path: `/${string}`,
  title: string,
  { answer, body }: Pick<Schemas<S, B, Part>, 'answer' | 'body'>,
) =>
  endpoint({
    method: 'post',
    path,
    summary: `Create one: ${title}`,
    query: newOwnerQuerySchema,
    body,
    answer,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'conflict'],
  });

const OWN_WORK =
  'Members who plan for a branch change what they have made; the rest is for the owner and those who plan for a whole tree.';

export const changeCall = <S extends Part, P extends Part>(
  path: `/${string}`,
  title: string,
  { answer, patch }: Pick<Schemas<S, Part, P>, 'answer' | 'patch'>,
) =>
  endpoint({
    method: 'put',
    path: `${path}/{id}`,
    summary: `Change the given fields: ${title}`,
    description: OWN_WORK,
    params: libraryIdParamsSchema,
    body: patch,
    answer,
    errors: ['not_found', 'forbidden', 'edit_conflict', 'unprocessable', 'conflict'],
  });

export const removeCall = (path: `/${string}`, title: string) =>
  endpoint({
    method: 'delete',
    path: `${path}/{id}`,
    summary: `Delete one that nothing uses: ${title}`,
    description: OWN_WORK,
    params: libraryIdParamsSchema,
    answer: null,
    errors: ['not_found', 'forbidden', 'conflict'],
  });

export const resourceCalls = <S extends Part, B extends Part, P extends Part>(
  path: `/${string}`,
  title: string,
  schemas: Schemas<S, B, P>,
) => ({
  list: listCall(path, title, schemas.answer),
  create: createCall(path, title, schemas),
  read: readCall(path, title, schemas.answer),
  change: changeCall(path, title, schemas),
  remove: removeCall(path, title),
});

/** Calls as the compiler needs to compare them: by the types of what is sent and answered, not by their schemas. */
type Call<Parts> = Endpoint & { [K in keyof Parts]: AnySchema<unknown, Parts[K]> };
type ById = z.output<typeof libraryIdParamsSchema>;

export type ListCall<Item> = Call<{ query: z.output<typeof libraryQuerySchema>; answer: Item[] }> & { method: 'get' };
export type ChangeCall<Item, Patch> = Call<{ params: ById; body: Patch; answer: Item }>;
export type RemoveCall = ReturnType<typeof removeCall>;
export type ResourceCalls<Item, Body, Patch> = {
  list: ListCall<Item>;
  create: Call<{ query: z.output<typeof newOwnerQuerySchema>; body: Body; answer: Item }>;
  read: Call<{ params: ById; answer: Item }> & { method: 'get' };
  change: ChangeCall<Item, Patch>;
  remove: RemoveCall;
};
