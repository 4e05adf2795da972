import { calendarRoutes } from './calendar.routes.ts';
import { dayProgrammeRoutes } from './day-programme/day-programme.routes.ts';
import { programmesRoutes as ownRoutes } from './programmes.routes.ts';

export { compileOwner } from './compile/compile-owner.ts';
export { forgetAnnounced } from './announced.repository.ts';
export { RENDER_SPEECH } from './render-queue.ts';
export { renderSpeech } from './render-speech.ts';
export { SCHEDULE_TASKS } from './task-queue.ts';
export { runTask } from './tasks/run-task.ts';
export { COMPILE_PROGRAMMES, startProgrammes } from './start-programmes.ts';

export const programmesRoutes = [...ownRoutes, ...dayProgrammeRoutes, ...calendarRoutes];
