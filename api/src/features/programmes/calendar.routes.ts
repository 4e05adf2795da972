import { dryRunBodySchema, dryRunQuerySchema, dryRunSchema } from '@belfry/schemas/http/schedules/dry-run';
import { calendarQuerySchema, occurrenceSchema } from '@belfry/schemas/http/schedules/schedules';
import { z } from 'zod';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { routeWith } from '../../http/routes/route.ts';
import { canReadNode } from '../../policies/owners.ts';
import { findPermittedOwner } from '../users/index.ts';
import type { ProgrammesDeps } from './deps.ts';
import { dryRun } from './dry-run/dry-run.service.ts';
import { findPermittedNode } from './permitted-node.ts';
import { readCalendar } from './calendar.ts';

const route = routeWith<ProgrammesDeps>();
/** Of a user; each of them expands all rules of an owner; see SCHED-14. */
const EXPANSIONS = { hits: 20, windowSeconds: 60 };
const countExpansion = (deps: ProgrammesDeps, { id }: { id: number }, what: 'calendar' | 'dry-run'): Promise<void> =>
  countAttempt(deps, [{ key: `schedule-${what}:${id}`, ...EXPANSIONS }]);

export const calendarRoutes = [
  route(
    {
      method: 'get',
      path: '/schedules/calendar',
      summary: 'What happens when, in local time, disabled schedules as well; 42 days at most',
      description: 'Of the caller, of the owner of the node, or for administrators of the owner `user_id`.',
      access: 'signed-in',
      policy: canReadNode,
      query: calendarQuerySchema,
      answer: z.array(occurrenceSchema),
      errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, policy, query }) => {
      await countExpansion(deps, user, 'calendar');
      const { company_id } = query;
      const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
      const node = company_id === undefined ? null : await findPermittedNode(deps.db, user, policy, company_id);
      return readCalendar(deps.db, node?.user_id ?? ownerId, query);
    },
  ),
  route(
    {
      method: 'get',
      path: '/schedules/dry-run',
      summary: 'What a node hears in a minute, and why',
      access: 'signed-in',
      policy: canReadNode,
      query: dryRunQuerySchema,
      answer: dryRunSchema,
      errors: ['not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, policy, query }) => {
      await countExpansion(deps, user, 'dry-run');
      return dryRun(deps, await findPermittedNode(deps.db, user, policy, query.company_id), query);
    },
  ),
  route(
    {
      method: 'post',
      path: '/schedules/dry-run',
      summary: 'The same with a schedule that is not saved; with schedule_id in place of the saved one',
      access: 'signed-in',
      policy: canReadNode,
      body: dryRunBodySchema,
      answer: dryRunSchema,
      errors: ['not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, policy, body: { schedule, schedule_id, ...query } }) => {
      await countExpansion(deps, user, 'dry-run');
      const node = await findPermittedNode(deps.db, user, policy, query.company_id);
      return dryRun(deps, node, query, { schedule, schedule_id });
    },
  ),
];
