import { Stack, Tabs } from '@mantine/core';
import {
  IconCalendarPlus,
  IconCalendarStats,
  IconListCheck,
  IconPlaylist,
  IconZoomQuestion,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DayPanel } from './components/day-programme/day-panel.tsx';
import { DryRunPanel } from './components/dry-run/dry-run.tsx';
import { EditSchedule } from './components/form/edit-schedule.tsx';
import { Manage } from './components/manage/manage.tsx';
import { Overview } from './components/overview/overview.tsx';
import { SCHEDULE_TABS, type ScheduleTab } from './schedule-address.ts';

const ICONS = {
  overview: IconCalendarStats,
  create: IconCalendarPlus,
  manage: IconListCheck,
  day: IconPlaylist,
  try: IconZoomQuestion,
} as const;

/** Schedule Management: the calendar, the form, all schedules, the music of the day, and what a place hears; see PLAN-1. */
export function SchedulePage() {
  const { t } = useTranslation('schedule');
  const [tab, go] = useAddressTab(SCHEDULE_TABS);
  const mobile = useMobile();
  const panels: Record<ScheduleTab, ReactNode> = {
    overview: <Overview />,
    create: <EditSchedule />,
    manage: <Manage />,
    day: <DayPanel />,
    try: <DryRunPanel />,
  };
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List aria-label={t('title')}>
          {SCHEDULE_TABS.map((each) => {
            const Mark = ICONS[each];
            return (
              <Tabs.Tab key={each} value={each} leftSection={mobile ? undefined : <Mark size={16} aria-hidden />}>
                {t(`tabs.${each}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {SCHEDULE_TABS.map((each) => (
          <Tabs.Panel key={each} value={each} pt="md">
            {panels[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
