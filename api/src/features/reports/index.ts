// What happened at a node in a month: availability, alarms, and announcements that were not heard.
export { sendMonthlyReports } from './monthly-mail.ts';
export { reportRoutes } from './reports.routes.ts';
