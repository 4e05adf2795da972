import { Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandRun } from '@belfry/schemas/http/commands/runs';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { Pager } from '../../../ui/paging/pager.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { CommandRunProgress } from './command-run-progress.tsx';
import { RunStateBadge } from './run-state-badge.tsx';
import { useGetCommandRunsQuery } from './runs-api.ts';
import classes from './runs.module.css';

const PAGE_SIZE = 8;

type Props = { onOpen: (id: string) => void; onClose: () => void };

/** The runs that this person sees, the newest first, live. */
export function RunListDialog({ onOpen, onClose }: Props) {
  const { t } = useTranslation(['command-runs', 'common']);
  const errorText = useErrorMessage();
  const [page, setPage] = useState(1);
  const query = useGetCommandRunsQuery({ page, page_size: PAGE_SIZE });
  const { error, isFetching, refetch } = query;
  const { data } = shownData(query);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('list.title')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {!data && error && (
        <ErrorState message={errorText(error, t('list.failed'))} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <LineSkeletons count={4} height={64} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<IconStack2 size={24} />} title={t('list.none')}>
          {t('list.noneText')}
        </EmptyState>
      )}
      {data && (
        <Stack gap="xs">
          {data.items.map((run) => (
            <RunRow key={run.run_id} run={run} onOpen={() => onOpen(run.run_id)} />
          ))}
          <Pager
            page={page}
            pageSize={PAGE_SIZE}
            total={data.total}
            showing={(range) => t('list.showing', range)}
            onGo={setPage}
          />
        </Stack>
      )}
    </Modal>
  );
}

function RunRow({ run, onOpen }: { run: CommandRun; onOpen: () => void }) {
  const { t } = useTranslation(['command-runs', 'commands']);
  const times = useTimes();
  return (
    <UnstyledButton className={classes.run} onClick={onOpen}>
      <span className={classes.head}>
        <Text fw={500} size="sm" component="span">
          {t(`commands:name.${run.command}`)}
        </Text>
        <RunStateBadge state={run.state} />
        <Text size="xs" c="dimmed" component="span" className={classes.end}>
          {times.moment(run.created_at)}
          {run.issued_by && ` · ${run.issued_by.name}`}
        </Text>
      </span>
      <CommandRunProgress run={run} />
    </UnstyledButton>
  );
}
