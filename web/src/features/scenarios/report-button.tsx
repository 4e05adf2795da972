import { Button } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { useExportScenarioRunMutation } from './scenarios-api.ts';

/** Saves a row for each receipt as a file. */
export function ReportButton({ runId }: { runId: string }) {
  const { t } = useTranslation('scenarios');
  const { act } = useAct();
  const [save, { isLoading }] = useExportScenarioRunMutation();
  return (
    <Button variant="default" loading={isLoading} onClick={() => void act(() => save(runId), { failed: t('failed') })}>
      {t('csv')}
    </Button>
  );
}
