import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RunDialogs } from './run-dialogs.tsx';
import { useRunAddress } from './use-run-address.ts';

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
