import { Button, Paper, Stack, Text } from '@mantine/core';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { IconBell } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Link } from 'react-router';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { NodeSelect } from '../places/index.ts';
import { dateOf, isLocalDate, wallTime } from '../../lib/local-time.ts';
import { TimeZone, zoneNameOf } from '../../lib/times.ts';
import { changedAddress, idOf, usePlaces, useScheduleAddress, useScheduleOwner } from '../places/index.ts';
import { useGetBellsQuery, useGetTimetablesQuery } from './bells-api.ts';
import { PlaceBells } from './place-bells.tsx';
import { TimetableList } from './timetable-list.tsx';
import { addMonths, monthOf } from './year.ts';
import classes from './bells.module.css';

/** The timetables of an organisation, and the bells of the place that the address names; see PLAN-10 and PLAN-11. */
export function BellsPanel() {
  const { t } = useTranslation('bells');
  const errorText = useErrorMessage();
  const places = usePlaces();
  const { address, go } = useScheduleAddress();
  const { data, error, refetch, isFetching } = useGetTimetablesQuery(useScheduleOwner());
  const node = idOf(address, 'node');
  if (!data && error)
    return (
      <ErrorState message={errorText(error, t('load_failed'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <LineSkeletons count={8} height={40} />;
  return (
    <Stack gap="lg">
      <Stack gap="lg" className={classes.screen}>
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
        <TimetableList timetables={data} />
        <div style={{ maxWidth: 480 }}>
          <NodeSelect
            places={places}
            label={t('place.label')}
            placeholder={t('place.choose')}
            value={node}
            onChange={(id) => go({ node: id })}
          />
        </div>
      </Stack>
      {node === null ? (
        <Paper withBorder>
          <EmptyState icon={<IconBell size={24} />} title={t('place.choose')} />
        </Paper>
      ) : (
        <BellsOf key={node} node={node} timetables={data} />
      )}
    </Stack>
  );
}

const MONTHS = 12;

function BellsOf({ node, timetables }: { node: number; timetables: readonly Timetable[] }) {
  const { t } = useTranslation('bells');
  const errorText = useErrorMessage();
  const { address, go } = useScheduleAddress();
  const [now] = useState(() => Date.now());
  const today = dateOf(wallTime(now, zoneNameOf(useContext(TimeZone))));
  const date = address.get('date') ?? '';
  const from = monthOf(isLocalDate(date) ? date : today);
  const range = { from, to: addMonths(from, MONTHS) };
  // What was shown stays while another range or a change is loaded.
  const { data, error, refetch, isFetching } = useGetBellsQuery({ company_id: node, ...range });
  if (!data && isApiError(error) && error.status === 404) {
    const another = (
      <Button
        component={Link}
        to={`?${changedAddress(address, { node: null }).toString()}`}
        preventScrollReset
        mt="xs"
        variant="light"
      >
        {t('place.another')}
      </Button>
    );
    return <ErrorState message={t('place.gone')} action={another} />;
  }
  if (!data && error)
    return (
      <ErrorState message={errorText(error, t('load_failed'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <LineSkeletons count={10} height={40} />;
  return (
    <PlaceBells
      bells={data}
      range={range}
      timetables={timetables}
      onMove={(months) => go({ date: addMonths(from, months) }, { replace: true })}
    />
  );
}
