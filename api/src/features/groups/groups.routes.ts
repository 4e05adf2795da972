import { groupsHttp } from '@belfry/schemas/http/groups';
import { isMemberOf } from '../../people/own-work.ts';
import { findListedOwners, findNewOwner } from '../../people/owner-access.ts';
import { canEditGroup, canReadGroup, readableGroups } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { listGroups, readGroup } from './group-access.ts';
import { findElements } from './groups.repository.ts';
import { addDevices, createGroup, removeDevice, removeGroup, renameGroup } from './groups.service.ts';

const READING = { access: 'signed-in', policy: canReadGroup } as const;
const EDITING = { access: 'signed-in', policy: canEditGroup, audit: 'service' } as const;

export const groupsRoutes = [
  serve(groupsHttp.list, READING, async ({ deps, user, policy, query }) =>
    listGroups(
      deps.db,
      user,
      await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableGroups }),
    ),
  ),
  serve(groupsHttp.elements, READING, async ({ deps, user, policy, params: { id } }) => {
    const group = await readGroup(deps.db, user, id, policy);
    return findElements(deps.db, id, isMemberOf(user, group.user_id) ? user.id : null);
  }),
  serve(groupsHttp.create, EDITING, async ({ deps, user, ip, policy, query, body }) => {
    const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'plan' });
    return createGroup(deps, { actor: { user, ip }, ownerId, policy }, body);
  }),
  serve(groupsHttp.rename, EDITING, ({ deps, user, ip, policy, params: { id }, body }) =>
    renameGroup(deps, { id, actor: { user, ip }, policy }, body.name),
  ),
  serve(groupsHttp.remove, EDITING, ({ deps, user, ip, policy, params: { id } }) =>
    removeGroup(deps, { id, actor: { user, ip }, policy }),
  ),
  serve(groupsHttp.addDevices, EDITING, ({ deps, user, ip, policy, params: { id }, body }) =>
    addDevices(deps, { id, actor: { user, ip }, policy }, body.devices),
  ),
  serve(groupsHttp.removeDevice, EDITING, ({ deps, user, ip, policy, body: { group_id, device_id } }) =>
    removeDevice(deps, { id: group_id, actor: { user, ip }, policy }, device_id),
  ),
];
