import { Group, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/commands/runs';
import type { RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useLocalPage } from '../../../lib/list-address.ts';
import { DeviceName } from '../../../ui/devices/device-marks.tsx';
import { FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { DeliveryBadge } from '../components/delivery-badge.tsx';
import { runsApi } from './runs-api.ts';
import classes from './runs.module.css';

const PAGE_SIZE = 10;
const CHOICES = ['all', 'failures', ...RUN_DELIVERY_STATES] as const;
type Choice = (typeof CHOICES)[number];
const ALL: { state: Choice } = { state: 'all' };

/** The devices of a run, filtered by state; each failure with its reason. */
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
      <DeliveryBadge state={state} />
      {reason !== null && <span className={classes.reason}>{reason}</span>}
    </>
  );
}
