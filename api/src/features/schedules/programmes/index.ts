import { calendarRoutes } from './calendar.routes.ts';
import { dayProgrammeRoutes } from './day-programme.routes.ts';
import { nextRingsRoutes } from './next-rings.routes.ts';
import { programmesRoutes as ownRoutes } from './programmes.routes.ts';

export { forgetAnnounced } from './delivery.repository.ts';
export { listNextRings } from './next-rings.repository.ts';
export { renderAgain } from './render-again.ts';
export { RENDER_SPEECH, renderSpeech } from './render-speech.ts';
export { SCHEDULE_TASKS, runTask } from './tasks/tasks.service.ts';
export { COMPILE_PROGRAMMES, compileOwner, startProgrammes } from './programmes.service.ts';

export const programmesRoutes = [...ownRoutes, ...dayProgrammeRoutes, ...calendarRoutes, ...nextRingsRoutes];
