import { Button, Group, Paper, Stack } from '@mantine/core';
import { IconCalendarPlus, IconFilterOff, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { Stale } from '../../../../ui/states/stale.tsx';
import { useScheduleAddress } from '../../schedule-address.ts';
import { filtersOf, shownOf } from '../../schedule-list.ts';
import { useGetSchedulesQuery } from '../../api/schedules-api.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { ProgrammeProblems } from '../day-programme/programme-problems.tsx';
import { ManageFilters } from './manage-filters.tsx';
import { ScheduleCards } from './schedule-cards.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { FeedCard } from './feed-card.tsx';

/** All schedules with search, filters and what can be done with each; see PLAN-5. */
export function Manage({ isImpersonated }: { isImpersonated: boolean }) {
  const owner = useScheduleOwner();
  return (
    <Stack gap="lg">
      <ProgrammeProblems />
      <ScheduleList />
      {/* Everybody makes the link to their own calendar. */}
      {owner === undefined && <FeedCard isImpersonated={isImpersonated} />}
    </Stack>
  );
}

function ScheduleList() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const { address, go } = useScheduleAddress();
  const { data, error, refetch, isFetching, fulfilledTimeStamp } = useGetSchedulesQuery(useScheduleOwner());
  const filters = filtersOf(address);
  if (!data && error) {
    const message = errorText(error, t('load_failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <LineSkeletons count={8} height={40} />;
  if (data.length === 0) return <NoSchedules />;
  const shown = shownOf(data, filters);
  const List = mobile ? ScheduleCards : ScheduleTable;
  return (
    <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
      <Stack gap="md">
        <ManageFilters filters={filters} onChange={go} />
        {shown.length > 0 ? (
          <List schedules={shown} sort={filters.sort} onSort={(sort) => go({ sort: sort === 'name' ? null : sort })} />
        ) : (
          <Group justify="center" py="xl" gap="sm">
            {t('manage.none_match')}
            <Button
              variant="default"
              leftSection={<IconFilterOff size={16} aria-hidden />}
              onClick={() => go({ q: null, type: null, state: null })}
            >
              {t('manage.reset')}
            </Button>
          </Group>
        )}
      </Stack>
    </Stale>
  );
}

/** What schedules are, with the button that begins the first one. */
export function NoSchedules() {
  const { t } = useTranslation('schedule');
  const { go } = useScheduleAddress();
  return (
    <Paper withBorder>
      <EmptyState
        icon={<IconListCheck size={24} />}
        title={t('overview.empty')}
        action={
          <Button
            mt="xs"
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={() => go({ tab: 'create' })}
          >
            {t('create')}
          </Button>
        }
      >
        {t('overview.empty_text')}
      </EmptyState>
    </Paper>
  );
}
