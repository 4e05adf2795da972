// One command to a device, to many, or to all.
export { checkCommand } from './sending/check-command.ts';
export { notifyCommandsChanged } from './deliveries/command-events.ts';
export { deleteOldCommands } from './commands-retention.repository.ts';
export { deleteCommandsOf } from './commands.repository.ts';
export { commandsRoutes } from './commands.routes.ts';
export { createCommands, type Commands } from './commands.service.ts';
export { startDeadlineSweep } from './deliveries/deadlines.ts';
export {
  cancelRunDeliveries,
  insertRunCommand,
  insertRunDeliveries,
  setRunPaused,
} from './held/run-deliveries.repository.ts';
export { createResponsesIngest } from './results/responses.ingest.ts';
export { SETTLED_CHANNEL } from './deliveries/settled-notifications.ts';
