import {
  IconCalendarPlus,
  IconCalendarStats,
  IconListCheck,
  IconPlaylist,
  IconZoomQuestion,
  IconAlertTriangle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { useGetProfileQuery } from '../../lib/session/auth-api.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { DayPanel } from './components/day-programme/day-panel.tsx';
import { DryRunPanel } from './components/dry-run/dry-run.tsx';
import { useScheduleOwner } from './use-schedule-owner.ts';
import { SCHEDULE_TABS, type ScheduleTab, useScheduleAddress, idOf } from './schedule-address.ts';
import { useAddressedOwner } from '../places/targets-api.ts';
import { OwnerChoice } from '../places/index.ts';
import classes from './components/owner-field.module.css';
import { Stack, Alert, List } from '@mantine/core';
import { ProgrammeProblems } from './components/day-programme/programme-problems.tsx';
import { FeedCard } from './components/manage/feed-card.tsx';
import { ScheduleList } from './components/manage/schedule-list.tsx';
import { useContext, useState } from 'react';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { TimeZone } from '../../lib/times.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons, CardSkeletons } from '../../ui/states/skeletons.tsx';
import { newValues, valuesOf } from './schedule-values.ts';
import { useGetScheduleQuery, useGetSchedulesQuery } from './api/schedules-api.ts';
import { ScheduleForm } from './components/form/schedule-form.tsx';
import { NoSchedules } from './components/manage/no-schedules.tsx';
import { CalendarPanel } from './components/overview/calendar-panel.tsx';
import { NextRuns } from './components/overview/next-runs.tsx';
import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { countSchedules } from './schedule-list.ts';
import { useReasonText } from '../../lib/reasons.ts';

const SHOWN = 10;
/** The enabled schedules that are not heard, or not everywhere, each with the reason. */
function ScheduleProblems({ schedules }: { schedules: readonly Schedule[] }) {
  const { t } = useTranslation('schedule');
  const describe = useReasonText();
  const locale = useLocale();
  const failing = schedules.flatMap(({ id, name, enabled, problem }) =>
    enabled && problem !== null ? [{ id, name, problem }] : [],
  );
  if (failing.length === 0) return null;
  const rest = failing.length - SHOWN;
  return (
    <Alert color="error" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('overview.problems')}>
      <List size="sm">
        {failing.slice(0, SHOWN).map(({ id, name, problem }) => (
          <List.Item key={id}>{t('overview.problem', { name, problem: describe(problem) })}</List.Item>
        ))}
        {rest > 0 && (
          <List.Item>{t('overview.more_problems', { count: rest, formatted: formatCount(rest, locale) })}</List.Item>
        )}
      </List>
    </Alert>
  );
}
const NAMES = ['active', 'upcoming', 'total'] as const;
/** How many schedules are enabled, run within seven days, and exist. */
function ScheduleCounts({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const counts = countSchedules(schedules, now);
  return (
    <dl className={classes.counts}>
      {NAMES.map((name) => (
        <div key={name} className={classes[name]} title={name === 'upcoming' ? t('overview.upcoming_hint') : undefined}>
          <dt>{t(`overview.${name}`)}</dt>
          <dd>{formatCount(counts[name], locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
/** The counts, what runs next, and the calendar; see PLAN-2. */
function Overview() {
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

/** Schedule Management: the calendar, the form, all schedules, the music of the day, and what a place hears; see PLAN-1. */
export function SchedulePage() {
  const { t } = useTranslation('schedule');
  const [tab, go] = useAddressTab(SCHEDULE_TABS);
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
    day: { label: t('tabs.day'), icon: IconPlaylist, panel: <DayPanel /> },
    try: { label: t('tabs.try'), icon: IconZoomQuestion, panel: <DryRunPanel /> },
  };
  return (
    <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} waiting={isLoading}>
      {administers && <OwnerField />}
    </TabbedPage>
  );
}

/** For administrators: whose schedules the page shows; see PLAN-9. */
function OwnerField() {
  const { address, go } = useScheduleAddress();
  // What the address names besides, such as a place, is that of the former owner.
  const owners = useAddressedOwner(useScheduleOwner(), (next) =>
    go({ tab: SCHEDULE_TABS.find((tab) => tab === address.get('tab')) ?? 'overview', owner: next?.id ?? null }),
  );
  return (
    <div className={classes.field}>
      <OwnerChoice owners={owners} onChanged={() => undefined} />
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
/** The form of a new schedule, or of the one that the address names. */
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
