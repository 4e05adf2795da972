import { endpoint } from '../endpoint.ts';
import { scheduleFeedQuerySchema, calendarFileSchema, scheduleFeedSchema, newScheduleFeedSchema } from './schedules.ts';

export const feedHttp = {
  calendar: endpoint({
    method: 'get',
    path: '/schedules/feed.ics',
    summary: 'The coming runs of the schedules of the user with this link, as an iCalendar file',
    query: scheduleFeedQuerySchema,
    answer: calendarFileSchema,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/schedules/feed',
    summary: 'Whether the caller has an iCalendar link',
    answer: scheduleFeedSchema,
  }),
  create: endpoint({
    method: 'post',
    path: '/schedules/feed',
    summary: 'Create the iCalendar link of the caller; an earlier one ends',
    answer: newScheduleFeedSchema,
    status: 201,
    errors: ['rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/schedules/feed',
    summary: 'End the iCalendar link of the caller',
    answer: null,
  }),
};
