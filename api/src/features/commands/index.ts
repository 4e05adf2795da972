// One command to a device, to many, or to all.
export { checkCommand } from './command.ts';
export { notifyCommandsChanged } from './delivery.ts';
export {
  deleteOldCommands,
  deleteCommandsOf,
  cancelRunDeliveries,
  cancelWithoutRight,
  insertRunCommand,
  insertRunDeliveries,
  setRunPaused,
} from './commands.repository.ts';
export { commandsRoutes } from './commands.routes.ts';
export { createCommands, type Commands, type EndListener } from './commands.service.ts';
export { startDeadlineSweep } from './deadlines.ts';
export { cancelWaiting, type CancelledForMany } from './waiting-commands.sql.ts';
export { createResponsesIngest } from './responses.ingest.ts';
export { SETTLED_CHANNEL } from './callers.ts';
