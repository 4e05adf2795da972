import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnouncementRunDetails } from '@belfry/schemas/http/announcements/announcements';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useReason, useReasonText } from '../../../api/use-reason.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { DeviceName } from '../../../ui/devices/device-name.tsx';
import { Pager } from '../../../ui/paging/pager.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { DELIVERIES_PAGE_SIZE, useGetAnnouncementRunQuery, useStopRunMutation } from '../announcements-api.ts';
import { CountBadges, DeliveryBadge, RunBadge } from './state-badges.tsx';
import classes from './announcement-run-progress.module.css';

/** A run with what each place has reported, live. */
export function AnnouncementRunProgress({ runId }: { runId: string }) {
  const messageOf = useErrorMessage();
  const [page, setPage] = useState(1);
  const query = useGetAnnouncementRunQuery({ runId, page });
  const { error, isFetching, refetch } = query;
  const { data } = shownData(query);
  if (data) return <Progress run={data} page={page} onGo={setPage} />;
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return <LineSkeletons count={4} height={28} />;
}

type Props = { run: AnnouncementRunDetails; page: number; onGo: (page: number) => void };

function Progress({ run, page, onGo }: Props) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const describe = useReasonText();
  const [stop, { error, isLoading }] = useStopRunMutation();
  const isActive = run.state === 'running' || run.state === 'rendering';
  return (
    <Paper withBorder p="md" component="section" aria-label={t('progress.label', { title: run.title })}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} className={classes.title}>
            {run.title}
          </Text>
          <Group gap="xs">
            <RunBadge state={run.state} />
            {isActive && (
              <Button
                size="compact-sm"
                variant="light"
                color="error"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                loading={isLoading}
                onClick={() => void stop(run.run_id)}
              >
                {t('stop')}
              </Button>
            )}
          </Group>
        </Group>
        <CountBadges counts={run.counts} kind={run.kind} />
        {run.error !== null && <Alert color="error">{describe(run.error)}</Alert>}
        {error !== undefined && (
          <Alert color="error" role="alert">
            {messageOf(error)}
          </Alert>
        )}
        <Deliveries deliveries={run.deliveries} kind={run.kind} />
        <Pager
          page={page}
          pageSize={DELIVERIES_PAGE_SIZE}
          total={run.devices}
          showing={(range) => t('progress.showing', range)}
          onGo={onGo}
          label={t('progress.pages')}
        />
      </Stack>
    </Paper>
  );
}

function Deliveries({ deliveries, kind }: Pick<AnnouncementRunDetails, 'deliveries' | 'kind'>) {
  const { t } = useTranslation('announcements');
  const { time } = useTimes();
  const reasonOf = useReason();
  return (
    <ul className={classes.list} aria-label={t('progress.places')}>
      {deliveries.map(({ serial, place, state, voice, started_at, ...delivery }) => (
        <li key={serial} className={classes.row}>
          <DeviceName name={place} serial={serial} className={classes.place} />
          <span className={classes.detail}>
            {[voice, started_at && t('progress.started', { time: time(started_at) }), reasonOf(delivery)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <DeliveryBadge state={state} kind={kind} />
        </li>
      ))}
    </ul>
  );
}
