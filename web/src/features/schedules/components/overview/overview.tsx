import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { CardSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useGetSchedulesQuery } from '../../api/schedules-api.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { NoSchedules } from '../manage/no-schedules.tsx';
import { ProgrammeProblems } from '../day-programme/programme-problems.tsx';
import { CalendarPanel } from './calendar-panel.tsx';
import { ScheduleCounts } from './schedule-counts.tsx';
import { NextRuns } from './next-runs.tsx';
import { ScheduleProblems } from './schedule-problems.tsx';

/** The counts, what runs next, and the calendar; see PLAN-2. */
export function Overview() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const [now] = useState(() => Date.now());
  const { data, error, refetch, isFetching } = useGetSchedulesQuery(useScheduleOwner());
  if (!data && error) {
    const message = errorText(error, t('load_failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <CardSkeletons count={3} height={92} cols={{ base: 3 }} />;
  return (
    <Stack gap="lg">
      <ScheduleCounts schedules={data} now={now} />
      <ProgrammeProblems />
      {data.length === 0 ? (
        <NoSchedules />
      ) : (
        <>
          <ScheduleProblems schedules={data} />
          <NextRuns schedules={data} now={now} />
          <CalendarPanel schedules={data} now={now} />
        </>
      )}
    </Stack>
  );
}
