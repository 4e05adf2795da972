// What happened, and what needs somebody, of all kinds in one list.
export { activityRoutes } from './activity.routes.ts';
