import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { canReadNode } from '../../../policies/owners.ts';
import { findPermittedOwner } from '../../accounts/users/index.ts';
import { dryRun } from './dry-run/dry-run.service.ts';
import { findPermittedNode } from './permitted-node.ts';
import { readCalendar } from './calendar.ts';
import { serve } from '../../../serve.ts';
import type { Deps } from '../../../deps.ts';

/** Of a user; each of them expands all rules of an owner; see SCHED-14. */
const EXPANSIONS = { hits: 20, windowSeconds: 60 };
const countExpansion = (deps: Deps, { id }: { id: number }, what: 'calendar' | 'dry-run'): Promise<void> =>
  countAttempt(deps, [{ key: `schedule-${what}:${id}`, ...EXPANSIONS }]);

export const calendarRoutes = [
  serve(calendarHttp.calendar, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, query }) => {
    await countExpansion(deps, user, 'calendar');
    const { company_id } = query;
    const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
    const node = company_id === undefined ? null : await findPermittedNode(deps.db, user, policy, company_id);
    return readCalendar(deps.db, node?.user_id ?? ownerId, query);
  }),
  serve(calendarHttp.dryRun, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, query }) => {
    await countExpansion(deps, user, 'dry-run');
    return dryRun(deps, await findPermittedNode(deps.db, user, policy, query.company_id), query);
  }),
  serve(
    calendarHttp.dryRunDraft,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps, user, policy, body: { schedule, schedule_id, ...query } }) => {
      await countExpansion(deps, user, 'dry-run');
      const node = await findPermittedNode(deps.db, user, policy, query.company_id);
      return dryRun(deps, node, query, { schedule, schedule_id });
    },
  ),
];
