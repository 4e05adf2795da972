import { Stack } from '@mantine/core';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { ProgrammeProblems } from '../day-programme/programme-problems.tsx';
import { FeedCard } from './feed-card.tsx';
import { ScheduleList } from './schedule-list.tsx';

/** All schedules with search, filters and what can be done with each; see PLAN-5. */
export function Manage({ isImpersonated }: { isImpersonated: boolean }) {
  const owner = useScheduleOwner();
  return (
    <Stack gap="lg">
      <ProgrammeProblems />
      <Stack gap="md">
        <ScheduleList />
      </Stack>
      {/* Everybody makes the link to their own calendar. */}
      {owner === undefined && <FeedCard isImpersonated={isImpersonated} />}
    </Stack>
  );
}
