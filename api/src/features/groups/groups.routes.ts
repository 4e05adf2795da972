import {
  addedToGroupSchema,
  addToGroupBodySchema,
  groupElementBodySchema,
  groupElementSchema,
  groupParamsSchema,
  groupSchema,
  newGroupBodySchema,
  renameGroupBodySchema,
} from '@belfry/schemas/http/groups';
import { z } from 'zod';
import { routeWith } from '../../http/route.ts';
import type { GroupsDeps } from './deps.ts';
import { findGroups } from './groups.repository.ts';
import { addDevices, createGroup, listElements, renameGroup, removeDevice, removeGroup } from './groups.service.ts';

const route = routeWith<GroupsDeps>();

const readingRoutes = [
  route(
    {
      method: 'get',
      path: '/group/list',
      summary: 'One’s groups of devices, by name',
      access: 'signed-in',
      answer: z.array(groupSchema),
    },
    ({ deps, user }) => findGroups(deps.db, user.id),
  ),
  route(
    {
      method: 'get',
      path: '/group/list/{id}/elements',
      summary: 'The devices of a group, by name',
      description: 'A device without an address of its own has its company’s.',
      access: 'signed-in',
      params: groupParamsSchema,
      answer: z.array(groupElementSchema),
      errors: ['not_found'],
    },
    ({ deps, user, params }) => listElements(deps.db, user, params.id),
  ),
];

const groupRoutes = [
  route(
    {
      method: 'post',
      path: '/group/new',
      summary: 'Make a group, with devices or without',
      access: 'signed-in',
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
      summary: 'Give a group another name',
      access: 'signed-in',
      params: groupParamsSchema,
      body: renameGroupBodySchema,
      answer: null,
      errors: ['not_found', 'conflict'],
    },
    ({ deps, user, ip, params, body }) => renameGroup(deps, { user, ip }, params.id, body.name),
  ),
  route(
    {
      method: 'delete',
      path: '/group/main/{id}',
      summary: 'Delete a group; its devices stay where they are',
      access: 'signed-in',
      params: groupParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, params }) => removeGroup(deps, { user, ip }, params.id),
  ),
];

const elementRoutes = [
  route(
    {
      method: 'post',
      path: '/group/add/{id}',
      summary: 'Add devices to a group; those that are in it already are skipped',
      access: 'signed-in',
      params: groupParamsSchema,
      body: addToGroupBodySchema,
      answer: addedToGroupSchema,
      errors: ['not_found', 'unprocessable'],
    },
    ({ deps, user, ip, params, body }) => addDevices(deps, { user, ip }, params.id, body.devices),
  ),
  route(
    {
      method: 'delete',
      path: '/group/element',
      summary: 'Take a device from a group',
      access: 'signed-in',
      body: groupElementBodySchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, body }) => removeDevice(deps, { user, ip }, body.group_id, body.device_id),
  ),
];

export const groupsRoutes = [...readingRoutes, ...groupRoutes, ...elementRoutes];
