import {
  IconBell,
  IconCalendarPlus,
  IconCalendarStats,
  IconListCheck,
  IconPlaylist,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { Stack } from '@mantine/core';
import { useContext, useState } from 'react';
import { useGetProfileQuery } from '../../lib/session/auth-api.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { TimeZone } from '../../lib/times.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useMay } from '../teams/teams-api.ts';
import { ScheduleList } from './schedule-list.tsx';
import { DayPanel, ProgrammeProblems } from './day-programme/day-panel.tsx';
import { DryRunPanel } from './dry-run.tsx';
import {
  READ_TABS,
  SchedulePlace,
  useSchedulePlace,
  useScheduleOwner,
  SCHEDULE_TABS,
  type ScheduleTab,
  useScheduleAddress,
  idOf,
} from '../places/index.ts';
import { BellsPanel } from '../bells/index.ts';
import { FeedCard } from './feed-card.tsx';
import { newValues, valuesOf } from './schedule-values.ts';
import { useGetScheduleQuery } from './schedules-api.ts';
import { ScheduleForm } from './form/schedule-form.tsx';
import { Overview } from './overview.tsx';
import classes from './schedules.module.css';

/** Schedule Management: the calendar, the form, all schedules, the music of the day, and what a place hears; see PLAN-1. */
export function SchedulePage() {
  const { t } = useTranslation('schedule');
  const offered = useMay('edit_schedules') ? SCHEDULE_TABS : READ_TABS;
  const [tab, go] = useAddressTab<ScheduleTab>(offered);
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const owner = useScheduleOwner();
  // Forms begin with the time and the address of the profile.
  const { data: profile, isLoading } = useGetProfileQuery();
  const tabs: Record<ScheduleTab, PageTab> = {
    overview: { label: t('tabs.overview'), icon: IconCalendarStats, panel: <Overview /> },
    create: {
      label: t('tabs.create'),
      icon: IconCalendarPlus,
      panel: <EditSchedule key={owner} email={profile?.email ?? ''} />,
    },
    manage: {
      label: t('tabs.manage'),
      icon: IconListCheck,
      panel: <Manage isImpersonated={profile?.opened_by != null} />,
    },
    bells: { label: t('tabs.bells'), icon: IconBell, panel: <BellsPanel key={owner} /> },
    day: { label: t('tabs.day'), icon: IconPlaylist, panel: <DayPanel /> },
    try: { label: t('tabs.try'), icon: IconZoomQuestion, panel: <DryRunPanel /> },
  };
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      tab={tab}
      onChange={go}
      tabs={tabs}
      offered={offered}
      waiting={isLoading}
    >
      {administers && (tab === 'create' || tab === 'manage') && <PlaceField />}
    </TabbedPage>
  );
}

/** For administrators, in tabs that are about no place: whose schedules the page shows; see PLAN-9. */
function PlaceField() {
  const { t } = useTranslation('schedule');
  const { node } = useSchedulePlace();
  return (
    <div className={classes.field}>
      <SchedulePlace label={t('calendar.node')} hint={t('own_places')} value={node} />
    </div>
  );
}

/** All schedules with search, filters and what can be done with each; see PLAN-5. */
function Manage({ isImpersonated }: { isImpersonated: boolean }) {
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

/** `email`: of the user, to whom a report goes where nobody else is named. */
type Props = { email: string };
function EditSchedule({ email }: Props) {
  const { address } = useScheduleAddress();
  const id = idOf(address, 'edit');
  return id === null ? <NewSchedule email={email} /> : <StoredSchedule key={id} id={id} email={email} />;
}

function NewSchedule({ email }: Props) {
  const { go } = useScheduleAddress();
  const zone = useContext(TimeZone);
  const [now] = useState(() => Date.now());
  return <ScheduleForm initial={newValues(now, zone, email)} schedule={null} onDone={() => go({ tab: 'manage' })} />;
}

function StoredSchedule({ id, email }: Props & { id: number }) {
  const { t } = useTranslation(['schedule', 'schedule-form']);
  const errorText = useErrorMessage();
  const { go } = useScheduleAddress();
  const { data, error, refetch, isFetching } = useGetScheduleQuery(id);
  if (!data && error) {
    const gone = isApiError(error) && error.status === 404;
    const message = gone ? t('schedule-form:gone') : errorText(error, t('load_failed'));
    return <ErrorState message={message} retrying={isFetching} {...(!gone && { onRetry: () => void refetch() })} />;
  }
  if (!data) return <LineSkeletons count={8} height={36} />;
  return <ScheduleForm initial={valuesOf(data, email)} schedule={data} onDone={() => go({ tab: 'manage' })} />;
}
