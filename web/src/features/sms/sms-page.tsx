import { Paper, Stack, Tabs } from '@mantine/core';
import { IconHistory, IconSend, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SendTab } from './components/send-tab.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const TABS = ['send', 'history', 'templates'] as const;
const ICONS = { send: IconSend, history: IconHistory, templates: IconTemplate } as const;

/** SMS Management: a demonstration without requests, with the selected devices; see SHELL-7. */
export function SmsPage() {
  const { t } = useTranslation('sms');
  const [tab, go] = useAddressTab(TABS);
  const mobile = useMobile();
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
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
        <Paper withBorder mt="md">
          <Tabs.Panel value="send">
            <SendTab />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <EmptyState icon={<IconHistory size={24} />} title={t('history.title')}>
              {t('history.text')}
            </EmptyState>
          </Tabs.Panel>
          <Tabs.Panel value="templates">
            <EmptyState icon={<IconTemplate size={24} />} title={t('templates.title')}>
              {t('templates.text')}
            </EmptyState>
          </Tabs.Panel>
        </Paper>
      </Tabs>
    </Stack>
  );
}
