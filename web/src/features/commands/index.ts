// One command to a device, to many, or to all.
export { BroadcastPanel } from './components/broadcast-panel.tsx';
export { CommandHistory } from './components/command-history.tsx';
export { DeviceCommands } from './components/device-commands.tsx';
export { RunsButton } from './runs/runs-button.tsx';
export { SendLater } from './components/send-later.tsx';
export { StartRunDialog } from './runs/start-run-dialog.tsx';
export type { CommandDispatch, CommandEnd } from './run-command.ts';
export { useRunCommand } from './use-run-command.ts';
export { OutcomeAlert } from './components/outcome-alert.tsx';
export { askedCommand, CommandQuestion, type AskedCommand } from './components/command-question.tsx';
export { CommandProgress } from './components/command-progress.tsx';
export { useCommandHistory } from './use-command-history.ts';
