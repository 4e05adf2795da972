import { useAct } from '../../ui/use-act.ts';
import type { Backups, Backup } from '@belfry/schemas/http/backups';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useState } from 'react';
import { Dot, type RowState } from '../../kit/list/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { BackupSettingsForm } from './backup-settings-form.tsx';
import { useGetBackupsQuery, useStartBackupMutation } from './backups-api.ts';
import { formatSize } from '../../lib/format-size.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes, useZonedTimes } from '../../lib/times.ts';

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
  const interval = isRunning(data) ? POLL_MS.running : POLL_MS.idle;
  if (polled !== interval) setPolled(interval);
  if (!isRoot) return null;
  return (
    <PageSection title={t('title')}>
      {data ? (
        <Loaded backups={data} />
      ) : error ? (
        <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={4} height={36} />
      )}
    </PageSection>
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

/** When the next backup is due, the last one that succeeded with its test restore, and the last attempts. */
function BackupList({ backups: { next_at, last_done, backups, settings } }: { backups: Backups }) {
  const { t } = useTranslation('backups');
  const zoned = useZonedTimes();
  return (
    <Stack gap="xs" aria-live="polite">
      {next_at !== null && <Text size="sm">{t('next', { at: zoned(next_at, settings.time_zone) })}</Text>}
      {last_done === null ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : (
        <LastDone backup={last_done} />
      )}
      {backups.length > 0 && (
        <>
          <Title order={3} size="h6" id="backup-attempts">
            {t('attempts')}
          </Title>
          <Stack component="ul" gap="xs" p={0} m={0} aria-labelledby="backup-attempts" style={{ listStyle: 'none' }}>
            {backups.map((backup) => (
              <Attempt key={backup.backup_id} backup={backup} />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  );
}

function LastDone({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups');
  const { moment } = useTimes();
  const locale = useLocale();
  const size = formatSize(backup.bytes, locale);
  const duration = t('seconds', { count: secondsOf(backup) });
  return (
    <>
      <Text size="sm">{t('last', { at: moment(backup.started_at), size, duration })}</Text>
      <Text size="sm" {...(backup.test_error !== null && { c: 'error' })}>
        {testText()}
      </Text>
      {backup.missing_files > 0 && (
        <Text size="sm" c="warning">
          {t('missing', { count: backup.missing_files })}
        </Text>
      )}
    </>
  );

  function testText(): string {
    if (backup.tested_at === null) return t('test.none');
    const at = moment(backup.tested_at);
    return backup.test_error === null ? t('test.done', { at }) : t('test.failed', { at, error: backup.test_error });
  }
}

const SECOND_MS = 1_000;

/** At least one. */
const secondsOf = ({ started_at, ended_at }: Backup): number =>
  Math.max(1, Math.round((Date.parse(ended_at ?? started_at) - Date.parse(started_at)) / SECOND_MS));

const DOTS: Record<Backup['state'], RowState> = { running: 'look', done: 'ok', failed: 'wrong' };

function Attempt({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups');
  const { moment } = useTimes();
  const locale = useLocale();
  const { state, cause, started_by, error, deleted_at } = backup;
  const by = started_by === null ? t(`cause.${cause}`) : t('cause.by', { name: started_by });
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" component="span">
          <Dot state={DOTS[state]} text={t(`state.${state}`)} />
        </Text>
        <Text size="sm">{moment(backup.started_at)}</Text>
        <Text size="sm" c="dimmed">
          {[by, formatSize(backup.bytes, locale), ...(deleted_at === null ? [] : [t('deleted')])].join(' · ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {error ?? backup.file}
      </Text>
    </li>
  );
}
