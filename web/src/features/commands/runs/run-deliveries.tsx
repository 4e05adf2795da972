import { Group, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/commands/runs';
import type { RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { DeviceName } from '../../../ui/devices/device-name.tsx';
import { FilterSelect } from '../../../ui/filters/filter-select.tsx';
import { Pager } from '../../../ui/paging/pager.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { DeliveryBadge } from '../components/delivery-badge.tsx';
import { useGetRunDeliveriesQuery } from './runs-api.ts';
import classes from './runs.module.css';

const PAGE_SIZE = 10;
const CHOICES = ['all', 'failures', ...RUN_DELIVERY_STATES] as const;
type Choice = (typeof CHOICES)[number];

/** The devices of a run, filtered by state; each failure with its reason. */
export function RunDeliveries({ run }: { run: CommandRun }) {
  const { t } = useTranslation(['command-runs', 'commands']);
  const id = useId();
  const errorText = useErrorMessage();
  const [state, setState] = useState<Choice>('all');
  const [page, setPage] = useState(1);
  const query = useGetRunDeliveriesQuery({
    id: run.run_id,
    page,
    page_size: PAGE_SIZE,
    ...(state !== 'all' && { state }),
  });
  const { error, isFetching, refetch } = query;
  const { data, changing } = shownData(query);
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
          value={state}
          labelOf={nameOf}
          onChange={(choice) => {
            setState(choice);
            setPage(1);
          }}
        />
      </Group>
      {!data && error && (
        <ErrorState
          message={errorText(error, t('deliveries.failed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LineSkeletons count={4} height={28} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('deliveries.none')}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.deliveries} aria-busy={changing}>
          {data.items.map((delivery) => (
            <Delivery key={delivery.serial} delivery={delivery} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        showing={(range) => t('deliveries.showing', range)}
        onGo={setPage}
        label={t('deliveries.pages')}
      />
    </Stack>
  );
}

function Delivery({ delivery: { serial, name, state, wave, reason } }: { delivery: RunDelivery }) {
  const { t } = useTranslation('command-runs');
  return (
    <li className={classes.delivery}>
      <DeviceName name={name} serial={serial} className={classes.name} />
      <span className={classes.wave}>{t('deliveries.wave', { wave })}</span>
      <DeliveryBadge state={state} />
      {reason !== null && <span className={classes.reason}>{reason}</span>}
    </li>
  );
}
