import { Button, Group } from '@mantine/core';
import { IconBan, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hasRunEnded, type CommandRun } from '@belfry/schemas/http/commands/runs';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeRunMutation, type RunChange } from './runs-api.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** Pause or Resume, Cancel, and Retry failed. */
export function RunActions({ run, onRetry }: { run: CommandRun; onRetry: () => void }) {
  const { t } = useTranslation(['command-runs', 'common']);
  const errorText = useErrorMessage();
  const [change, { isLoading }] = useChangeRunMutation();
  const apply = async (to: RunChange): Promise<void> => {
    const { error } = await change({ id: run.run_id, change: to });
    if (error) toast('error', errorText(error, t('action.failed')));
  };
  const ended = hasRunEnded(run.state);
  return (
    <Group gap="xs">
      {run.state === 'running' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause {...ICON} />}
          disabled={isLoading}
          onClick={() => void apply('pause')}
        >
          {t('action.pause')}
        </Button>
      )}
      {(run.state === 'paused' || run.state === 'stopped') && (
        <Button leftSection={<IconPlayerPlay {...ICON} />} disabled={isLoading} onClick={() => void apply('resume')}>
          {t('action.resume')}
        </Button>
      )}
      {!ended && (
        <InlineConfirm
          question={t('action.cancelQuestion')}
          yes={t('action.cancelYes')}
          no={t('action.cancelNo')}
          onConfirm={() => void apply('cancel')}
        >
          {(opener) => (
            <Button variant="default" leftSection={<IconBan {...ICON} />} disabled={isLoading} {...opener}>
              {t('action.cancel')}
            </Button>
          )}
        </InlineConfirm>
      )}
      {run.failures > 0 && (
        <Button variant="light" leftSection={<IconRefresh {...ICON} />} onClick={onRetry}>
          {t('action.retry', { count: run.failures })}
        </Button>
      )}
    </Group>
  );
}
