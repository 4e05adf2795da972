import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useRunAddress } from './use-run-address.ts';

const RunDialog = lazyDialog(async () => (await import('./run-dialog.tsx')).RunDialog);
const RunListDialog = lazyDialog(async () => (await import('./run-list-dialog.tsx')).RunListDialog);

/** The dialogs of runs that the address names. */
export function RunDialogs() {
  const { runId, listed, openRun, openRuns, close } = useRunAddress();
  if (runId !== null) return <RunDialog key={runId} id={runId} onList={openRuns} onClose={close} />;
  if (listed) return <RunListDialog onOpen={openRun} onClose={close} />;
  return null;
}
