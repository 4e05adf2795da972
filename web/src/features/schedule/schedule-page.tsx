import { Alert, Paper, Stack, Tabs } from '@mantine/core';
import { IconCalendarPlus, IconCalendarStats, IconInfoCircle, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DemoFigures } from './components/demo-figures.tsx';
import { ScheduleForm } from './components/schedule-form.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const TABS = ['overview', 'create', 'manage'] as const;
const ICONS = { overview: IconCalendarStats, create: IconCalendarPlus, manage: IconListCheck } as const;

/** Schedule Management: a demonstration, labelled as such, without requests; see SHELL-7. */
export function SchedulePage() {
  const { t } = useTranslation('schedule');
  const [tab, go] = useAddressTab(TABS);
  const mobile = useMobile();
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Alert role="note" color="company" variant="light" p="sm" icon={<IconInfoCircle size={18} aria-hidden />}>
        {t('demo')}
      </Alert>
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List aria-label={t('title')}>
          {TABS.map((each) => {
            const Mark = ICONS[each];
            return (
              <Tabs.Tab key={each} value={each} leftSection={mobile ? undefined : <Mark size={16} aria-hidden />}>
                {t(`tabs.${each}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value="overview" pt="md">
          <DemoFigures />
        </Tabs.Panel>
        <Tabs.Panel value="create" pt="md">
          <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={560}>
            <ScheduleForm />
          </Paper>
        </Tabs.Panel>
        <Tabs.Panel value="manage" pt="md">
          <Paper withBorder>
            <EmptyState icon={<IconListCheck size={24} />} title={t('manage.title')}>
              {t('manage.text')}
            </EmptyState>
          </Paper>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
