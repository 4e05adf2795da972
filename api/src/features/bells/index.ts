// Timetables of bells, and what places ring on which day.
import { bellsRoutes as placeRoutes } from './bells.routes.ts';
import { timetablesRoutes } from './timetables.routes.ts';

export { findBellInputs } from './bell-inputs.repository.ts';
export { silenceFor } from './bells.service.ts';
export { clearTimetableProblems, findTimetableIds, setTimetableProblems } from './timetables.repository.ts';

export const bellsRoutes = [...timetablesRoutes, ...placeRoutes];
