import { holidaysRoutes } from './holidays/holidays.routes.ts';
import { schedulesRoutes as ownRoutes } from './schedules.routes.ts';

/** The routes with a word come before those with {id}. */
export const schedulesRoutes = [...holidaysRoutes, ...ownRoutes];
