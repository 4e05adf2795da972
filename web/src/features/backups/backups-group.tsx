import { useAct } from '../../ui/use-act.ts';
import type { Backups } from '@belfry/schemas/http/backups';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupSettingsForm } from './backup-settings-form.tsx';
import { useGetBackupsQuery, useStartBackupMutation } from './backups-api.ts';

/** A backup that is being made is followed while the page is visible; otherwise the schedule may begin one. */
const POLL_MS = { running: 2_000, idle: 60_000 };

const isRunning = (backups: Backups | undefined): boolean => backups?.backups[0]?.state === 'running';

/** The schedule of backups and what has become of them, for roots; see BACKUP-1. */
export function BackupsGroup() {
  const { t } = useTranslation('backups');
  const errorText = useErrorMessage();
  const isRoot = useSelector(selectRole) === 'root';
  const [polled, setPolled] = useState(POLL_MS.idle);
  const { data, error, isFetching, refetch } = useGetBackupsQuery(undefined, {
    skip: !isRoot,
    pollingInterval: polled,
    skipPollingIfUnfocused: true,
  });
  const wanted = isRunning(data) ? POLL_MS.running : POLL_MS.idle;
  if (polled !== wanted) setPolled(wanted);
  if (!isRoot) return null;
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="backups">
      <Stack gap="md">
        <Title order={2} size="h5" id="backups">
          {t('title')}
        </Title>
        {data ? (
          <Loaded backups={data} />
        ) : error ? (
          <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <LineSkeletons count={4} height={36} />
        )}
      </Stack>
    </Paper>
  );
}

function Loaded({ backups }: { backups: Backups }) {
  const { t } = useTranslation('backups');
  return (
    <>
      {backups.overdue && <Notice tone="error">{t('overdue')}</Notice>}
      <BackupSettingsForm backups={backups} />
      <BackupList backups={backups} />
      <RunNow backups={backups} />
    </>
  );
}

function RunNow({ backups }: { backups: Backups }) {
  const { t } = useTranslation('backups');
  const [start, { isLoading }] = useStartBackupMutation();
  const { act, failure } = useAct({ inline: true });
  const run = async (): Promise<void> => {
    await act(() => start(), { failed: t('run.failed') });
  };
  const running = isRunning(backups);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="md">
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          {t(backups.settings.has_passphrase ? 'run.hint' : 'run.no_passphrase')}
        </Text>
        <Button
          variant="light"
          leftSection={<IconDatabaseExport size={16} aria-hidden />}
          loading={isLoading}
          disabled={running || !backups.settings.has_passphrase}
          onClick={() => void run()}
        >
          {t(running ? 'run.running' : 'run.now')}
        </Button>
      </Group>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </Stack>
  );
}
