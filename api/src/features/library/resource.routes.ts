import type { ChangeCall, ListCall, RemoveCall, ResourceCalls } from '@belfry/schemas/http/library/library';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { Reply, type Route } from '../../http/routes/route.ts';
import { findListedOwners, findNewOwner } from '../../people/owner-access.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canAddToLibraryOf, canListLibraryOf, editableLibrary, readableLibrary } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import type { Resource, FindUses, ResourceRow } from './resource.repository.ts';
import { changeOne, createOne, listOf, readOne, removeOne } from './resource.service.ts';

const EDITING = {
  access: 'signed-in',
  policy: { read: readableLibrary, edit: editableLibrary },
  audit: 'service',
} as const;

export type ResourceWriter<Body, Patch> = {
  /** @returns the id */
  insert: (trx: Kysely<Database>, ownerId: number, body: Body, caller: Caller) => Promise<number>;
  update: (
    trx: Kysely<Database>,
    row: Pick<ResourceRow, 'id' | 'user_id'>,
    patch: Patch,
    caller: Caller,
  ) => Promise<void>;
};

export const listRoute = <Row extends ResourceRow, Item>(
  call: ListCall<Item>,
  resource: Resource<Row, Item>,
): Route<Deps> =>
  serve(call, { access: 'signed-in', policy: canListLibraryOf }, async ({ deps, user, policy, query }) => {
    const owners = await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableLibrary });
    const { items, total } = await listOf(deps, resource, { user, owners }, query);
    return Reply.json(JSON.stringify(items), { headers: { 'X-Total-Count': String(total) } });
  });

export const changeRoute = <Row extends ResourceRow, Item, Patch extends { revision?: number | undefined }>(
  call: ChangeCall<Item, Patch>,
  resource: Resource<Row, Item>,
  update: ResourceWriter<never, Patch>['update'],
): Route<Deps> =>
  serve(call, EDITING, async ({ deps, user, ip, policy, params, body }) => {
    const change = { actor: { user, ip }, policy, id: params.id, revision: body.revision };
    const changed = await changeOne(deps, resource, change, (trx, row) => update(trx, row, body, user));
    return Reply.json(JSON.stringify(changed));
  });

export const removeRoute = <Row extends ResourceRow, Item>(
  call: RemoveCall,
  resource: Resource<Row, Item>,
  findUses: FindUses | null,
): Route<Deps> =>
  serve(call, EDITING, async ({ deps, user, ip, policy, params }) => {
    await removeOne(deps, resource, { actor: { user, ip }, policy, id: params.id }, findUses);
  });

export const resourceRoutes = <Row extends ResourceRow, Item, Body, Patch extends { revision?: number | undefined }>(
  calls: ResourceCalls<Item, Body, Patch>,
  resource: Resource<Row, Item>,
  writer: ResourceWriter<Body, Patch>,
  findUses: FindUses | null,
): Route<Deps>[] => [
  listRoute(calls.list, resource),
  serve(
    calls.create,
    { access: 'signed-in', policy: canAddToLibraryOf, audit: `library.create of ${resource.table}` },
    async ({ deps, user, ip, policy, query, body }) => {
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'plan' });
      const making = { actor: { user, ip }, ownerId };
      const created = await createOne(deps, resource, making, (trx) => writer.insert(trx, ownerId, body, user));
      return Reply.json(JSON.stringify(created));
    },
  ),
  serve(calls.read, { access: 'signed-in', policy: readableLibrary }, async ({ deps, user, policy, params }) =>
    Reply.json(JSON.stringify(await readOne(deps, resource, { user, policy, id: params.id }))),
  ),
  changeRoute(calls.change, resource, writer.update),
  removeRoute(calls.remove, resource, findUses),
];
