import { IconCalendarPlus, IconCalendarStats, IconListCheck } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useAddressTab } from '../../lib/address.ts';
import { ListHead } from '../../kit/list/index.ts';
import { TabbedPage, type PageTab } from '../../ui/tabbed-page.tsx';
import { useMay } from '../teams/teams-api.ts';
import {
  changedAddress,
  idOf,
  READ_TABS,
  SCHEDULE_TABS,
  type ScheduleTab,
  useScheduleAddress,
  useScheduleOwner,
} from '../places/index.ts';
import { Overview } from './overview.tsx';
import { PlanForm } from './plans/plan-drawer.tsx';
import { PlanList } from './plans/plan-list.tsx';

/** Schedule Management, of "All pages": counts, the form, and all plans, which the calendar has too; see PLAN-1. */
export function SchedulePage() {
  const { t } = useTranslation('schedule');
  const offered = useMay('edit_schedules') ? SCHEDULE_TABS : READ_TABS;
  const [tab, go] = useAddressTab<ScheduleTab>(offered);
  const tabs: Record<ScheduleTab, PageTab> = {
    overview: { label: t('tabs.overview'), icon: IconCalendarStats, panel: <Overview /> },
    create: { label: t('tabs.create'), icon: IconCalendarPlus, panel: <Create /> },
    manage: { label: t('tabs.manage'), icon: IconListCheck, panel: <Manage /> },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} offered={offered} />;
}

function Create() {
  const { address, go } = useScheduleAddress();
  const id = idOf(address, 'edit');
  const owner = useScheduleOwner();
  return <PlanForm key={`${owner} ${id}`} id={id} onDone={() => go({ tab: 'manage' })} />;
}

function Manage() {
  const { t } = useTranslation('schedule');
  const { address, go } = useScheduleAddress();
  const create = useMay('edit_schedules') && (
    <Button size="sm" onClick={() => go({ tab: 'create' })}>
      {t('create')}
    </Button>
  );
  const head = (parts: Partial<Parameters<typeof ListHead>[0]>) => <ListHead {...parts} primary={create} />;
  return <PlanList to={(edit) => `?${changedAddress(address, { tab: 'create', edit })}`} head={head} create={create} />;
}
