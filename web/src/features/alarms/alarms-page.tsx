import { IconAdjustmentsHorizontal, IconBell, IconCalendarTime, IconReportAnalytics } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { AlarmsPanel } from './alarms-panel.tsx';
import { MaintenancePanel } from './maintenance/maintenance-panel.tsx';
import { ReportsPanel } from '../reports/index.ts';
import { RulesPanel } from './rules/rules-panel.tsx';

const TABS = ['alarms', 'rules', 'maintenance', 'reports'] as const;

export function AlarmsPage() {
  const { t } = useTranslation('alarms');
  const [tab, go] = useAddressTab<(typeof TABS)[number]>(TABS);
  const tabs = {
    alarms: { label: t('title'), icon: IconBell, panel: <AlarmsPanel /> },
    rules: {
      label: t('tabs.rules'),
      icon: IconAdjustmentsHorizontal,
      panel: <RulesPanel />,
    },
    maintenance: {
      label: t('tabs.maintenance'),
      icon: IconCalendarTime,
      panel: <MaintenancePanel />,
    },
    reports: {
      label: t('tabs.reports'),
      icon: IconReportAnalytics,
      panel: <ReportsPanel />,
    },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />;
}
