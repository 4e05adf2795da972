// What people want to do: help in the page and in the palette.
export { useTasks } from './find-tasks.ts';
export { STEPS, type TaskId, TASKS } from './tasks.ts';
