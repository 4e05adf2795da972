import { Drawer, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { useAddress } from '../../../lib/address/use-address.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useMobile } from '../../../lib/hooks/use-mobile.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { useLastPage } from '../../../lib/paging/use-last-page.ts';
import { Pager } from '../../../ui/paging/pager.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { RUNS_PAGE_SIZE, useGetAnnouncementRunsQuery } from '../announcements-api.ts';
import { AnnouncementRunProgress } from './announcement-run-progress.tsx';
import { CountBadges, RunBadge } from './state-badges.tsx';
import classes from './run-history.module.css';

/** The announcements that were made, with a drawer for the one that the address names. */
export function RunHistory() {
  const { t } = useTranslation(['announcements', 'common']);
  const messageOf = useErrorMessage();
  const mobile = useMobile();
  const [address, setAddress] = useAddress();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const runId = address.get('run');
  const query = useGetAnnouncementRunsQuery(page);
  const { currentData, error, isFetching, refetch } = query;
  const { data } = shownData(query);
  const go = (changes: Record<string, string | null>, { replace = false } = {}): void =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const beyond = useLastPage({
    page,
    pageSize: RUNS_PAGE_SIZE,
    total: currentData?.total,
    onLast: (last) => go({ page: String(last) }, { replace: true }),
  });
  if (!data && error) {
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data || beyond) return <LineSkeletons count={6} height={64} />;
  if (data.total === 0) {
    return (
      <EmptyState icon={<IconSpeakerphone size={24} />} title={t('history.empty')}>
        {t('history.empty_text')}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      {data.runs.map((run) => (
        <RunRow key={run.run_id} run={run} onOpen={() => go({ run: run.run_id })} />
      ))}
      <Pager
        page={page}
        pageSize={RUNS_PAGE_SIZE}
        total={data.total}
        showing={(range) => t('history.showing', range)}
        onGo={(next) => go({ page: String(next) })}
      />
      <Drawer
        opened={runId !== null}
        onClose={() => go({ run: null })}
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

function RunRow({ run, onOpen }: { run: AnnouncementRun; onOpen: () => void }) {
  const { t } = useTranslation('announcements');
  const { moment } = useTimes();
  return (
    <Paper withBorder>
      <UnstyledButton className={classes.row} onClick={onOpen}>
        <Group justify="space-between" gap="xs">
          <Text fw={600} className={classes.title}>
            {run.title}
          </Text>
          <RunBadge state={run.state} />
        </Group>
        <Text size="sm" c="dimmed">
          {[t(`kind.${run.kind}`), moment(run.created_at), run.user_email].filter(Boolean).join(' · ')}
        </Text>
        <CountBadges counts={run.counts} kind={run.kind} />
      </UnstyledButton>
    </Paper>
  );
}
