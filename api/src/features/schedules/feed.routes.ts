import {
  calendarFileSchema,
  newScheduleFeedSchema,
  scheduleFeedQuerySchema,
  scheduleFeedSchema,
} from '@belfry/schemas/http/schedules/schedules';
import { Reply, routeWith } from '../../http/routes/route.ts';
import type { SchedulesDeps } from './deps.ts';
import { createFeed, readFeed } from './feed.service.ts';
import { deleteFeed, findFeed } from './feed.repository.ts';

const route = routeWith<SchedulesDeps>();

export const feedRoutes = [
  route(
    {
      method: 'get',
      path: '/schedules/feed.ics',
      summary: 'The coming runs of the schedules of the user with this link, as an iCalendar file',
      access: 'public',
      query: scheduleFeedQuerySchema,
      answer: calendarFileSchema,
      errors: ['not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, ip, query }) =>
      Reply.chunks(await readFeed(deps, ip, query.token), 'text/calendar; charset=utf-8', {
        headers: { 'Cache-Control': 'private, no-cache' },
      }),
  ),
  route(
    {
      method: 'get',
      path: '/schedules/feed',
      summary: 'Whether the caller has an iCalendar link',
      access: 'signed-in',
      policy: 'own',
      answer: scheduleFeedSchema,
    },
    async ({ deps, user }) => ({ created_at: (await findFeed(deps.db, user.id)) ?? null }),
  ),
  route(
    {
      method: 'post',
      path: '/schedules/feed',
      summary: 'Create the iCalendar link of the caller; an earlier one ends',
      access: 'signed-in',
      ownKeyOnly: true,
      policy: 'own',
      answer: newScheduleFeedSchema,
      status: 201,
      errors: ['rate_limited'],
    },
    ({ deps, user }) => createFeed(deps, user.id),
  ),
  route(
    {
      method: 'delete',
      path: '/schedules/feed',
      summary: 'End the iCalendar link of the caller',
      access: 'signed-in',
      ownKeyOnly: true,
      policy: 'own',
      answer: null,
    },
    ({ deps, user }) => deleteFeed(deps.db, user.id),
  ),
];
