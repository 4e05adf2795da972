import {
  scheduleBodySchema,
  scheduleOwnerQuerySchema,
  scheduleParamsSchema,
  schedulePatchSchema,
  scheduleSchema,
} from '@belfry/schemas/http/schedules/schedules';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import { canEditSchedule, canReadSchedule } from '../../policies/schedules.ts';
import { findPermittedOwner } from '../users/index.ts';
import type { SchedulesDeps } from './deps.ts';
import { changeSchedule, createSchedule, listSchedules, readSchedule, removeSchedule } from './schedules.service.ts';

const route = routeWith<SchedulesDeps>();

export const schedulesRoutes = [
  route(
    {
      method: 'get',
      path: '/schedules',
      summary: 'The schedules of the caller, by name',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canReadSchedule,
      query: scheduleOwnerQuerySchema,
      answer: z.array(scheduleSchema),
      errors: ['forbidden', 'user_not_found', 'rate_limited'],
    },
    async ({ deps, user, policy, query }) =>
      listSchedules(deps.db, await findPermittedOwner(deps.db, user, query.user_id, policy)),
  ),
  route(
    {
      method: 'post',
      path: '/schedules',
      summary: 'Create a schedule',
      description: 'Administrators may name another owner by `user_id`: it refers to what is theirs.',
      access: 'signed-in',
      policy: canEditSchedule,
      query: scheduleOwnerQuerySchema,
      body: scheduleBodySchema,
      answer: scheduleSchema,
      status: 201,
      errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, ip, policy, query, body }) => {
      const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
      return createSchedule(deps, { user, ip }, ownerId, body);
    },
  ),
  route(
    {
      method: 'get',
      path: '/schedules/{id}',
      summary: 'A schedule',
      access: 'signed-in',
      policy: canReadSchedule,
      params: scheduleParamsSchema,
      answer: scheduleSchema,
      errors: ['not_found', 'rate_limited'],
    },
    ({ deps, user, policy, params }) => readSchedule(deps.db, user, policy, params.id),
  ),
  route(
    {
      method: 'put',
      path: '/schedules/{id}',
      summary: 'Change a schedule; what is absent stays as it is',
      description: 'With a revision, the change is refused when the schedule has another one by now.',
      access: 'signed-in',
      policy: canEditSchedule,
      params: scheduleParamsSchema,
      body: schedulePatchSchema,
      answer: scheduleSchema,
      errors: ['not_found', 'edit_conflict', 'unprocessable', 'rate_limited'],
    },
    ({ deps, user, ip, policy, params: { id }, body }) =>
      changeSchedule(deps, { id, actor: { user, ip }, policy }, body),
  ),
  route(
    {
      method: 'delete',
      path: '/schedules/{id}',
      summary: 'Delete a schedule; its coming runs do not happen',
      access: 'signed-in',
      policy: canEditSchedule,
      params: scheduleParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params: { id } }) => removeSchedule(deps, { id, actor: { user, ip }, policy }),
  ),
];
