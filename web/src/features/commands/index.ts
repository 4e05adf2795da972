// One command to a device, to many, or to all.
export { BroadcastPanel } from './broadcast-panel.tsx';
export { CommandHistory } from './command-history.tsx';
export { DeviceCommands, OutcomeAlert, CommandProgress } from './device-commands.tsx';
export { RunDrawer } from './runs/run-drawer.tsx';
export { RunsButton } from './runs/runs-button.tsx';
export { SendLater } from './send-later.tsx';
export { StartRunDialog } from './runs/start-run-dialog.tsx';
export { type CommandDispatch, type CommandEnd, useRunCommand } from './use-command.ts';
export { askedCommand, CommandQuestion, type AskedCommand } from './command-fields.tsx';
export { useCommandHistory } from './commands-api.ts';
