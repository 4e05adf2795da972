import { Drawer, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { NO_FILTERS, setParameter, useListAddress } from '../../lib/list-address.ts';
import { useAddress } from '../../lib/address.ts';
import { useTimes } from '../../lib/times.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { announcementsApi } from './announcements-api.ts';
import { RecordingButton, useRecordings } from './recording-button.tsx';
import { AnnouncementRunProgress, CountBadges, RunBadge } from './run-progress.tsx';
import classes from './announcements.module.css';

const PAGE_SIZE = 20;

/** The announcements that were made, with a drawer for the one that the address names. */
export function RunHistory() {
  const { t } = useTranslation(['announcements', 'common']);
  const messageOf = useErrorMessage();
  const mobile = useMobile();
  const [address, setAddress] = useAddress();
  const at = useListAddress(NO_FILTERS);
  const list = usePage(announcementsApi.endpoints.getAnnouncementRuns, { at, size: PAGE_SIZE, ask: (asked) => asked });
  const runId = address.get('run');
  const recordings = useRecordings();
  const show = (id: string | null): void =>
    setAddress((now) => setParameter(now, 'run', id), { preventScrollReset: true });
  return (
    <Stack gap="sm">
      <RowList
        list={list}
        label={t('tabs.history')}
        variant="cards"
        keyOf={({ run_id }) => run_id}
        waiting={<LineSkeletons count={6} height={64} />}
        failure={(error) => ({ message: messageOf(error) })}
        empty={
          <EmptyState icon={<IconSpeakerphone size={24} />} title={t('history.empty')}>
            {t('history.empty_text')}
          </EmptyState>
        }
        showing={(range) => t('history.showing', range)}
      >
        {(run) => <RunRow run={run} recordings={recordings} onOpen={() => show(run.run_id)} />}
      </RowList>
      <Drawer
        opened={runId !== null}
        onClose={() => show(null)}
        position="right"
        size={mobile ? '100%' : 640}
        title={t('history.details')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {runId !== null && <AnnouncementRunProgress key={runId} runId={runId} />}
      </Drawer>
    </Stack>
  );
}

type RowProps = { run: AnnouncementRun; recordings: ReturnType<typeof useRecordings>; onOpen: () => void };

function RunRow({ run, recordings, onOpen }: RowProps) {
  const { t } = useTranslation('announcements');
  const { moment } = useTimes();
  return (
    <Paper withBorder className={classes.runRow ?? ''}>
      <UnstyledButton className={classes.run} onClick={onOpen}>
        <Group justify="space-between" gap="xs">
          <Text fw={600} className={classes.runTitle}>
            {run.title}
          </Text>
          <RunBadge state={run.state} />
        </Group>
        <Text size="sm" c="dimmed">
          {[t(`kind.${run.kind}`), moment(run.created_at), run.user_email].filter(Boolean).join(' · ')}
        </Text>
        <CountBadges counts={run.counts} kind={run.kind} />
      </UnstyledButton>
      <RecordingButton run={run} recordings={recordings} />
    </Paper>
  );
}
