import { groupsHttp } from '@belfry/schemas/http/groups';
import { findPermittedOwner } from '../../people/owner-access.ts';
import { canEditGroup, canReadGroup } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { findElements, findGroups } from './groups.repository.ts';
import { addDevices, createGroup, readGroup, removeDevice, removeGroup, renameGroup } from './groups.service.ts';

const READING = { access: 'signed-in', policy: canReadGroup } as const;
const EDITING = { access: 'signed-in', policy: canEditGroup } as const;

export const groupsRoutes = [
  serve(groupsHttp.list, READING, async ({ deps, user, policy, query }) =>
    findGroups(deps.db, await findPermittedOwner(deps.db, user, query.user_id, policy)),
  ),
  serve(groupsHttp.elements, READING, async ({ deps, user, policy, params: { id } }) => {
    await readGroup(deps.db, user, id, { policy, lock: false });
    return findElements(deps.db, id);
  }),
  serve(groupsHttp.create, { access: 'signed-in', policy: 'own' }, ({ deps, user, ip, body }) =>
    createGroup(deps, { user, ip }, body),
  ),
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
