import { TARGET_DEVICES_MAX } from '@belfry/schemas/domain/announcements';
import {
  announcementRunDetailsSchema,
  announcementRunSchema,
  announcementRunsQuerySchema,
  deliveriesQuerySchema,
  announcementRunParamsSchema,
} from '@belfry/schemas/http/announcements/announcements';
import { z } from 'zod';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { readableAnnouncements, stoppableAnnouncements } from '../../../policies/announcements.ts';
import type { OwnersPolicy } from '../../../policies/visible-owners.ts';
import type { AnnouncementsDeps } from '../deps.ts';
import { findRun, listDeliveries, listRuns } from './runs.repository.ts';
import { stopRun } from './stop-run.service.ts';

const route = routeWith<AnnouncementsDeps>();
const totalHeader = { 'X-Total-Count': 'how many there are' };

const pageOf = ({ page, page_size: limit }: { page: number; page_size: number }) => ({
  limit,
  offset: (page - 1) * limit,
});

/** A run with all of its deliveries, or one page of them. */
async function readDetails(
  { long }: AnnouncementsDeps,
  user: Principal,
  policy: OwnersPolicy,
  { run_id, page, page_size }: { run_id: string; page?: number | undefined; page_size: number },
) {
  return long.read(user.id, async ({ db }) => {
    const run = await findRun(db, policy(user), run_id);
    if (!run) throw notFound('Run not found');
    const range = page === undefined ? { limit: TARGET_DEVICES_MAX, offset: 0 } : pageOf({ page, page_size });
    const deliveries = await listDeliveries(db, run_id, range);
    return Reply.of({ ...run, deliveries }, { headers: { 'X-Total-Count': String(run.devices) } });
  });
}

export const runsRoutes = [
  route(
    {
      method: 'get',
      path: '/announcements/runs',
      summary: 'The own announcements, or for administrators all, the newest first',
      access: 'signed-in',
      policy: readableAnnouncements,
      query: announcementRunsQuerySchema,
      answer: z.array(announcementRunSchema),
      headers: totalHeader,
    },
    async ({ deps, user, policy, query }) => {
      const { rows, total } = await deps.long.read(user.id, ({ db }) => listRuns(db, policy(user), pageOf(query)));
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  route(
    {
      method: 'get',
      path: '/announcements/runs/{run_id}',
      summary: 'An announcement with what each place has reported',
      access: 'signed-in',
      policy: readableAnnouncements,
      params: announcementRunParamsSchema,
      query: deliveriesQuerySchema,
      answer: announcementRunDetailsSchema,
      headers: totalHeader,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params, query }) => readDetails(deps, user, policy, { ...params, ...query }),
  ),
  route(
    {
      method: 'post',
      path: '/announcements/runs/{run_id}/stop',
      summary: 'Stop an announcement on all of its devices',
      access: 'signed-in',
      policy: stoppableAnnouncements,
      params: announcementRunParamsSchema,
      answer: announcementRunSchema,
      errors: ['not_found', 'conflict'],
    },
    async ({ deps, user, policy, params: { run_id: runId }, ip }) => {
      await stopRun(deps, { user, ip }, { runId, policy });
      const run = await findRun(deps.db, policy(user), runId);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
];
