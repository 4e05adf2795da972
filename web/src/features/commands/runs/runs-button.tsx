import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useMemo } from 'react';
import { useAddress } from '../../../lib/address/use-address.ts';

/** The button of the list of runs that this person sees, with the dialogs of runs. */
export function RunsButton() {
  const { t } = useTranslation('command-runs');
  const { openRuns } = useRunAddress();
  return (
    <>
      <Button variant="default" leftSection={<IconListDetails size={16} aria-hidden />} onClick={openRuns}>
        {t('list.open')}
      </Button>
      <RunDialogs />
    </>
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** `run=<id>`: the open run; `runs`: the list of runs. Kept in the address, so that a link opens it. */
export function useRunAddress() {
  const [address, setAddress] = useAddress();
  const actions = useMemo(() => {
    const show = (key: 'run' | 'runs' | null, value = '1'): void =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('run');
          next.delete('runs');
          if (key) next.set(key, value);
          return next;
        },
        { replace: key === null, preventScrollReset: true },
      );
    return {
      openRun: (id: string) => show('run', id),
      openRuns: () => show('runs'),
      close: () => show(null),
    };
  }, [setAddress]);
  const run = address.get('run');
  return { runId: run !== null && UUID.test(run) ? run : null, listed: address.has('runs'), ...actions };
}

const RunDialog = lazyDialog(async () => (await import('./run-dialog.tsx')).RunDialog);

const RunListDialog = lazyDialog(async () => (await import('./run-list-dialog.tsx')).RunListDialog);

/** The dialogs of runs that the address names. */
function RunDialogs() {
  const { runId, listed, openRun, openRuns, close } = useRunAddress();
  if (runId !== null) return <RunDialog key={runId} id={runId} onList={openRuns} onClose={close} />;
  if (listed) return <RunListDialog onOpen={openRun} onClose={close} />;
  return null;
}
