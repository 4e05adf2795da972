import { useReturnFocus } from '../../../lib/focus.ts';
import { Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { CommandRun } from '@belfry/schemas/http/command-runs/runs';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { NO_FILTERS, useLocalPage } from '../../../lib/list-address.ts';
import { useTimes } from '../../../lib/times.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { CommandRunProgress, RunStateBadge } from './run-progress.tsx';
import { runsApi } from './runs-api.ts';
import classes from './runs.module.css';

const PAGE_SIZE = 8;

export function RunListDialog({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation(['command-runs', 'common']);
  const errorText = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(runsApi.endpoints.getCommandRuns, { at, size: PAGE_SIZE, ask: (asked) => asked });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('list.title')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="xs">
        <RowList
          list={list}
          label={t('list.title')}
          variant="cards"
          keyOf={({ run_id }) => run_id}
          waiting={<LineSkeletons count={4} height={64} />}
          failure={(error) => ({ message: errorText(error, t('list.failed')) })}
          empty={
            <EmptyState icon={<IconStack2 size={24} />} title={t('list.none')}>
              {t('list.noneText')}
            </EmptyState>
          }
          showing={(range) => t('list.showing', range)}
        >
          {(run) => <RunRow run={run} onOpen={() => onOpen(run.run_id)} />}
        </RowList>
      </Stack>
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
