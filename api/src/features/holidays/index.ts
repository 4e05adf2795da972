// Days that are holidays, from iCalendar files.
export { findHolidays, findOwnCalendar } from './holidays.repository.ts';
export { holidaysRoutes } from './holidays.routes.ts';
