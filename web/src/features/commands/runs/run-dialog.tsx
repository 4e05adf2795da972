import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasRunEnded, RUN_COMMANDS, type CommandRun, RUN_DELIVERY_STATES } from '@belfry/schemas/http/commands/runs';
import { isApiError } from '../../../lib/api/api-error.ts';
import { usePolling } from '../../../lib/api/refetch-now.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTimes } from '../../../lib/times.ts';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { RunDeliveries } from './run-deliveries.tsx';
import { CommandRunProgress } from './command-run-progress.tsx';
import { RunStateBadge } from './run-state-badge.tsx';
import { useGetCommandRunQuery, useChangeRunMutation, type RunChange } from './runs-api.ts';
import { StartRunDialog } from './start-run-dialog.tsx';
import classes from './runs.module.css';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { DeliveryBadge } from '../components/delivery-badge.tsx';
import { IconBan, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../ui/toast.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;
/** Pause or Resume, Cancel, and Retry failed. */
function RunActions({ run, onRetry }: { run: CommandRun; onRetry: () => void }) {
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

type Props = { id: string; onList: () => void; onClose: () => void };

/** One run, live: its progress, its devices, and what can be done with it. */
export function RunDialog({ id, onList, onClose }: Props) {
  const { t } = useTranslation(['command-runs', 'commands', 'common']);
  const errorText = useErrorMessage();
  const { stale, since } = useConnection();
  const { data: run, error, isFetching, refetch } = useGetCommandRunQuery(id);
  usePolling('Run', run !== undefined && !hasRunEnded(run.state));
  const [retrying, setRetrying] = useState(false);
  const missing = isApiError(error) && error.status === 404;
  if (run && retrying)
    return (
      <StartRunDialog
        targets={{ failed_of: id }}
        label={t('start.failedOf')}
        command={RUN_COMMANDS.find((command) => command === run.command) ?? 'refresh_info'}
        onClose={() => setRetrying(false)}
      />
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={run ? t('run.title', { command: t(`commands:name.${run.command}`) }) : t('run.loading')}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {!run && !error && <LineSkeletons count={6} height={32} />}
      {!run && error && (
        <ErrorState
          message={missing ? t('run.missing') : errorText(error, t('run.failed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {run && (
        <Stale active={stale} since={since} inDialog>
          <Stack gap="md">
            <RunFacts run={run} />
            {run.reason !== null && <Notice tone="error">{run.reason}</Notice>}
            <CommandRunProgress run={run} />
            <RunCounts run={run} />
            <RunActions run={run} onRetry={() => setRetrying(true)} />
            <RunDeliveries run={run} />
            <Group justify="space-between">
              <Button variant="subtle" onClick={onList}>
                {t('run.all')}
              </Button>
              <Button variant="default" onClick={onClose}>
                {t('common:close')}
              </Button>
            </Group>
          </Stack>
        </Stale>
      )}
    </Modal>
  );
}

/** State, author and start of a run, and when its next wave begins. */
function RunFacts({ run }: { run: CommandRun }) {
  const { t } = useTranslation('command-runs');
  const times = useTimes();
  return (
    <div className={classes.head}>
      <RunStateBadge state={run.state} />
      <Text size="xs" c="dimmed">
        {t('run.started', { at: times.moment(run.created_at), name: run.issued_by?.name ?? '—' })}
      </Text>
      {run.next_wave_at !== null && run.state === 'running' && (
        <Text size="xs">{t('run.nextWave', { at: times.moment(run.next_wave_at) })}</Text>
      )}
    </div>
  );
}

/** How many devices are in each state; states without devices are left out. */
function RunCounts({ run: { counts } }: { run: CommandRun }) {
  const { t } = useTranslation('command-runs');
  const locale = useLocale();
  return (
    <ul className={classes.counts} aria-label={t('run.counts')}>
      {RUN_DELIVERY_STATES.filter((state) => counts[state] > 0).map((state) => (
        <li key={state}>
          <DeliveryBadge state={state} count={formatCount(counts[state], locale)} />
        </li>
      ))}
    </ul>
  );
}
