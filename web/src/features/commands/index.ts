// One command to a device, to many, or to all.
export { BroadcastPanel } from './broadcast-panel.tsx';
export { CommandHistory } from './command-history.tsx';
export { DeviceCommands, OutcomeAlert } from './device-commands.tsx';
export { RunsButton } from './runs/runs-button.tsx';
export { SendLater } from './send-later.tsx';
export { StartRunDialog } from './runs/start-run-dialog.tsx';
export { type CommandDispatch, type CommandEnd, useRunCommand } from './run-command.ts';
export { askedCommand, CommandQuestion, type AskedCommand } from './command-question.tsx';
export { CommandProgress } from './command-progress.tsx';
export { useCommandHistory } from './commands-api.ts';
