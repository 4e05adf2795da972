import {
  scheduleBodySchema,
  scheduleParamsSchema,
  schedulePatchSchema,
  scheduleSchema,
} from '@belfry/schemas/http/schedules';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import { canEditSchedule, canReadSchedule } from '../../policies/schedules.ts';
import type { SchedulesDeps } from './deps.ts';
import { changeSchedule, createSchedule, listSchedules, readSchedule, removeSchedule } from './schedules.service.ts';

const route = routeWith<SchedulesDeps>();

export const schedulesRoutes = [
  route(
    {
      method: 'get',
      path: '/schedules',
      summary: 'The schedules of the caller, by name',
      access: 'signed-in',
      policy: 'own',
      answer: z.array(scheduleSchema),
    },
    ({ deps, user }) => listSchedules(deps.db, user.id),
  ),
  route(
    {
      method: 'post',
      path: '/schedules',
      summary: 'Create a schedule',
      access: 'signed-in',
      policy: 'own',
      body: scheduleBodySchema,
      answer: scheduleSchema,
      status: 201,
      errors: ['not_found', 'unprocessable', 'rate_limited'],
    },
    ({ deps, user, ip, body }) => createSchedule(deps, { user, ip }, body),
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
      errors: ['not_found'],
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
