import {
  addedToGroupSchema,
  addToGroupBodySchema,
  groupElementBodySchema,
  groupElementSchema,
  groupListQuerySchema,
  groupParamsSchema,
  groupSchema,
  newGroupBodySchema,
  renameGroupBodySchema,
} from '@belfry/schemas/http/devices/groups';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import { canEditGroup, canReadGroup } from '../../policies/owners.ts';
import { findPermittedOwner } from '../users/index.ts';
import type { GroupsDeps } from './deps.ts';
import { findGroups } from './groups.repository.ts';
import { addDevices, createGroup, listElements, renameGroup, removeDevice, removeGroup } from './groups.service.ts';

const route = routeWith<GroupsDeps>();

const readingRoutes = [
  route(
    {
      method: 'get',
      path: '/group/list',
      summary: 'The groups of the user, by name',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canReadGroup,
      query: groupListQuerySchema,
      answer: z.array(groupSchema),
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, user, policy, query }) =>
      findGroups(deps.db, await findPermittedOwner(deps.db, user, query.user_id, policy)),
  ),
  route(
    {
      method: 'get',
      path: '/group/list/{id}/elements',
      summary: 'The devices of a group, by name',
      description: 'A device without an address has that of its company.',
      access: 'signed-in',
      policy: canReadGroup,
      params: groupParamsSchema,
      answer: z.array(groupElementSchema),
      errors: ['not_found'],
    },
    ({ deps, user, policy, params }) => listElements(deps.db, user, policy, params.id),
  ),
];

const groupRoutes = [
  route(
    {
      method: 'post',
      path: '/group/new',
      summary: 'Create a group, with or without devices',
      access: 'signed-in',
      policy: 'own',
      body: newGroupBodySchema,
      answer: groupSchema,
      status: 201,
      errors: ['conflict', 'not_found', 'unprocessable'],
    },
    ({ deps, user, ip, body }) => createGroup(deps, { user, ip }, body),
  ),
  route(
    {
      method: 'put',
      path: '/group/rename/{id}',
      summary: 'Rename a group',
      access: 'signed-in',
      policy: canEditGroup,
      params: groupParamsSchema,
      body: renameGroupBodySchema,
      answer: null,
      errors: ['not_found', 'conflict'],
    },
    ({ deps, user, ip, policy, params: { id }, body }) =>
      renameGroup(deps, { id, actor: { user, ip }, policy }, body.name),
  ),
  route(
    {
      method: 'delete',
      path: '/group/main/{id}',
      summary: 'Delete a group; its devices are not changed',
      access: 'signed-in',
      policy: canEditGroup,
      params: groupParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params: { id } }) => removeGroup(deps, { id, actor: { user, ip }, policy }),
  ),
];

const elementRoutes = [
  route(
    {
      method: 'post',
      path: '/group/add/{id}',
      summary: 'Add devices to a group; those that are in it already are skipped',
      access: 'signed-in',
      policy: canEditGroup,
      params: groupParamsSchema,
      body: addToGroupBodySchema,
      answer: addedToGroupSchema,
      errors: ['not_found', 'unprocessable'],
    },
    ({ deps, user, ip, policy, params: { id }, body }) =>
      addDevices(deps, { id, actor: { user, ip }, policy }, body.devices),
  ),
  route(
    {
      method: 'delete',
      path: '/group/element',
      summary: 'Remove a device from a group',
      access: 'signed-in',
      policy: canEditGroup,
      body: groupElementBodySchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, body: { group_id, device_id } }) =>
      removeDevice(deps, { id: group_id, actor: { user, ip }, policy }, device_id),
  ),
];

export const groupsRoutes = [...readingRoutes, ...groupRoutes, ...elementRoutes];
