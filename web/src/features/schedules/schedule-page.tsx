import {
  IconCalendarPlus,
  IconCalendarStats,
  IconListCheck,
  IconPlaylist,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { useGetProfileQuery } from '../../api/session/auth-api.ts';
import { selectRole } from '../../api/session/session-slice.ts';
import { OwnerField } from './components/owner-field.tsx';
import { useAddressTab } from '../../lib/address/use-address-tab.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { DayPanel } from './components/day-programme/day-panel.tsx';
import { DryRunPanel } from './components/dry-run/dry-run.tsx';
import { EditSchedule } from './components/form/edit-schedule.tsx';
import { Manage } from './components/manage/manage.tsx';
import { Overview } from './components/overview/overview.tsx';
import { useScheduleOwner } from './use-schedule-owner.ts';
import { SCHEDULE_TABS, type ScheduleTab } from './schedule-address.ts';

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
