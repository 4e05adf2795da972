import { useAct } from '../../../ui/use-act.ts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, useId } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import {
  hasRunEnded,
  RUN_COMMANDS,
  type CommandRun,
  RUN_DELIVERY_STATES,
} from '@belfry/schemas/http/command-runs/runs';
import { IconBan, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import type { RunDelivery } from '@belfry/schemas/http/command-runs/run-lists';
import { isApiError } from '../../../lib/api/api-error.ts';
import { usePolling } from '../../../lib/api/refetch-now.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTimes } from '../../../lib/times.ts';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Detail } from '../../../kit/detail/index.ts';
import { Stale } from '../../../ui/states/stale.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { useLocalPage } from '../../../lib/list-address.ts';
import { DeviceName } from '../../../ui/devices/device-marks.tsx';
import { FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { CommandRunProgress, RunState } from './run-progress.tsx';
import { useGetCommandRunQuery, useChangeRunMutation, type RunChange, runsApi } from './runs-api.ts';
import { StartRunDialog } from './start-run-dialog.tsx';
import { DeliveryStateText } from '../command-history.tsx';
import classes from './runs.module.css';

/** A command that is sent to many devices: how far it is, what failed, and each device. */
export function RunDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['command-runs', 'commands']);
  const errorText = useErrorMessage();
  const times = useTimes();
  const { stale, since } = useConnection();
  const { data, error, isFetching, refetch } = useGetCommandRunQuery(id);
  const run = data?.run_id === id ? data : undefined;
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
    <Detail
      onClose={onClose}
      title={run ? t('run.title', { command: t(`commands:name.${run.command}`) }) : t('run.loading')}
      path={run && t('run.started', { at: times.moment(run.created_at), name: run.issued_by?.name ?? '—' })}
      action={run && <RunActions run={run} onRetry={() => setRetrying(true)} />}
      waiting={!run}
      failure={
        error === undefined || run
          ? undefined
          : {
              message: missing ? t('run.missing') : errorText(error, t('run.failed')),
              onRetry: () => void refetch(),
              retrying: isFetching,
            }
      }
    >
      {run && (
        <Stale active={stale} since={since} inDialog>
          <Stack gap="md">
            <RunFacts run={run} />
            {run.reason !== null && <Notice tone="error">{run.reason}</Notice>}
            <CommandRunProgress run={run} />
            <RunCounts run={run} />
            <RunDeliveries run={run} />
          </Stack>
        </Stale>
      )}
    </Detail>
  );
}

function RunFacts({ run }: { run: CommandRun }) {
  const { t } = useTranslation('command-runs');
  const times = useTimes();
  return (
    <div className={classes.head}>
      <RunState state={run.state} />
      {run.next_wave_at !== null && run.state === 'running' && (
        <Text size="xs">{t('run.nextWave', { at: times.moment(run.next_wave_at) })}</Text>
      )}
    </div>
  );
}

function RunCounts({ run: { counts } }: { run: CommandRun }) {
  const { t } = useTranslation('command-runs');
  const locale = useLocale();
  return (
    <ul className={classes.counts} aria-label={t('run.counts')}>
      {RUN_DELIVERY_STATES.filter((state) => counts[state] > 0).map((state) => (
        <li key={state}>
          <DeliveryStateText state={state} count={formatCount(counts[state], locale)} />
        </li>
      ))}
    </ul>
  );
}

const PAGE_SIZE = 10;
const CHOICES = ['all', 'failures', ...RUN_DELIVERY_STATES] as const;
type Choice = (typeof CHOICES)[number];
const ALL: { state: Choice } = { state: 'all' };

export function RunDeliveries({ run }: { run: CommandRun }) {
  const { t } = useTranslation(['command-runs', 'commands']);
  const id = useId();
  const errorText = useErrorMessage();
  const at = useLocalPage(ALL);
  const list = usePage(runsApi.endpoints.getRunDeliveries, {
    at,
    size: PAGE_SIZE,
    ask: ({ state, ...page }) => ({ ...page, id: run.run_id, ...(state !== 'all' && { state }) }),
  });
  const nameOf = (choice: Choice): string =>
    choice === 'all' || choice === 'failures' ? t(`deliveries.${choice}`) : t(`commands:state.${choice}`);
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Group justify="space-between" align="end">
        <Title order={3} size="h6" id={id}>
          {t('deliveries.title')}
        </Title>
        <FilterSelect
          label={t('deliveries.filter')}
          choices={CHOICES}
          value={at.filters.state}
          labelOf={nameOf}
          onChange={(state) => at.change({ state })}
        />
      </Group>
      <RowList
        list={list}
        label={t('deliveries.title')}
        entry={classes.delivery}
        keyOf={({ serial }) => serial}
        waiting={<LineSkeletons count={4} height={28} />}
        failure={(error) => ({ message: errorText(error, t('deliveries.failed')) })}
        empty={
          <Text size="sm" c="dimmed">
            {t('deliveries.none')}
          </Text>
        }
        showing={(range) => t('deliveries.showing', range)}
        pagesLabel={t('deliveries.pages')}
      >
        {(delivery) => <Delivery delivery={delivery} />}
      </RowList>
    </Stack>
  );
}

function Delivery({ delivery: { serial, name, state, wave, reason } }: { delivery: RunDelivery }) {
  const { t } = useTranslation('command-runs');
  return (
    <>
      <DeviceName name={name} serial={serial} className={classes.name} />
      <span className={classes.wave}>{t('deliveries.wave', { wave })}</span>
      <DeliveryStateText state={state} />
      {reason !== null && <span className={classes.reason}>{reason}</span>}
    </>
  );
}

const ICON = { size: 16, 'aria-hidden': true } as const;

function RunActions({ run, onRetry }: { run: CommandRun; onRetry: () => void }) {
  const { t } = useTranslation(['command-runs', 'common']);
  const { act } = useAct({ parallel: true });
  const [change, { isLoading }] = useChangeRunMutation();
  const apply = (to: RunChange) => act(() => change({ id: run.run_id, change: to }), { failed: t('action.failed') });
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
