import { libraryIdParamsSchema, libraryQuerySchema } from '@belfry/schemas/http/announcements/library';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { Reply, routeWith, type Route } from '../../http/routes/route.ts';
import { canListLibraryOf, editableLibrary } from '../../policies/library.ts';
import { findPermittedOwner } from '../users/index.ts';
import type { LibraryDeps } from './deps.ts';
import type { Resource, ResourceRemover, ResourceRow } from './resource.ts';
import { changeOne, createOne, listOf, readOne, removeOne } from './resource.service.ts';

const route = routeWith<LibraryDeps>();

/** How a resource is written, in the transaction that has locked it. */
export type ResourceWriter<Body, Patch> = {
  body: z.ZodType<Body>;
  patch: z.ZodType<Patch>;
  /** @returns the id */
  insert: (trx: Kysely<Database>, ownerId: number, body: Body) => Promise<number>;
  update: (trx: Kysely<Database>, row: Pick<ResourceRow, 'id' | 'user_id'>, patch: Patch) => Promise<void>;
};

/** GET of the list of one owner, by default the caller. */
export const listRoute = <Row extends ResourceRow, Item>(path: `/${string}`, resource: Resource<Row, Item>) =>
  route(
    {
      method: 'get',
      path,
      summary: `The caller’s own, by name: ${resource.title}`,
      access: 'signed-in',
      description: 'Administrators may name another owner by `user_id`.',
      policy: canListLibraryOf,
      query: libraryQuerySchema,
      answer: z.array(resource.schema),
      headers: { 'X-Total-Count': 'how many match' },
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, user, policy, query }) => {
      const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
      const { items, total } = await listOf(deps, resource, ownerId, query);
      return Reply.json(JSON.stringify(items), { headers: { 'X-Total-Count': String(total) } });
    },
  );

export const readRoute = <Row extends ResourceRow, Item>(path: `/${string}`, resource: Resource<Row, Item>) =>
  route(
    {
      method: 'get',
      path: `${path}/{id}`,
      summary: `Read one: ${resource.title}`,
      access: 'signed-in',
      policy: editableLibrary,
      params: libraryIdParamsSchema,
      answer: resource.schema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params }) =>
      Reply.json(JSON.stringify(await readOne(deps, resource, { user, policy, id: params.id }))),
  );

export const createRoute = <Row extends ResourceRow, Item, Body, Patch>(
  path: `/${string}`,
  resource: Resource<Row, Item>,
  writer: ResourceWriter<Body, Patch>,
): Route<LibraryDeps> =>
  route(
    {
      method: 'post',
      path,
      summary: `Create one: ${resource.title}`,
      access: 'signed-in',
      policy: 'own',
      body: writer.body,
      answer: resource.schema,
      status: 201,
      errors: ['unprocessable', 'conflict'],
    },
    async ({ deps, user, body }) => {
      const created = await createOne(deps, resource, user, (trx) => writer.insert(trx, user.id, body));
      return Reply.json(JSON.stringify(created));
    },
  );

export const changeRoute = <Row extends ResourceRow, Item, Body, Patch extends { revision?: number | undefined }>(
  path: `/${string}`,
  resource: Resource<Row, Item>,
  writer: Pick<ResourceWriter<Body, Patch>, 'patch' | 'update'>,
): Route<LibraryDeps> =>
  route(
    {
      method: 'put',
      path: `${path}/{id}`,
      summary: `Change the given fields: ${resource.title}`,
      access: 'signed-in',
      policy: editableLibrary,
      params: libraryIdParamsSchema,
      body: writer.patch,
      answer: resource.schema,
      errors: ['not_found', 'edit_conflict', 'unprocessable', 'conflict'],
    },
    async ({ deps, user, ip, policy, params, body }) => {
      const change = { actor: { user, ip }, policy, id: params.id, revision: body.revision };
      const changed = await changeOne(deps, resource, change, (trx, row) => writer.update(trx, row, body));
      return Reply.json(JSON.stringify(changed));
    },
  );

export const removeRoute = <Row extends ResourceRow, Item>(
  path: `/${string}`,
  resource: Resource<Row, Item>,
  remover: ResourceRemover,
): Route<LibraryDeps> =>
  route(
    {
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete one that nothing uses: ${resource.title}`,
      access: 'signed-in',
      policy: editableLibrary,
      params: libraryIdParamsSchema,
      answer: null,
      errors: ['not_found', 'conflict'],
    },
    async ({ deps, user, ip, policy, params }) => {
      await removeOne(deps, resource, { actor: { user, ip }, policy, id: params.id }, remover);
    },
  );

/** All five routes of one kind: list, create, read, change and remove. */
export const resourceRoutes = <Row extends ResourceRow, Item, Body, Patch extends { revision?: number | undefined }>(
  path: `/${string}`,
  resource: Resource<Row, Item>,
  writer: ResourceWriter<Body, Patch>,
  remover: ResourceRemover,
): Route<LibraryDeps>[] => [
  listRoute(path, resource),
  createRoute(path, resource, writer),
  readRoute(path, resource),
  changeRoute(path, resource, writer),
  removeRoute(path, resource, remover),
];
