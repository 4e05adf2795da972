import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { RunDialog } from './run-dialog.tsx';
import { RunListDialog } from './run-list-dialog.tsx';
import { useRunAddress } from './runs-api.ts';

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

function RunDialogs() {
  const { runId, listed, openRun, openRuns, close } = useRunAddress();
  if (runId !== null) return <RunDialog key={runId} id={runId} onList={openRuns} onClose={close} />;
  if (listed) return <RunListDialog onOpen={openRun} onClose={close} />;
  return null;
}
