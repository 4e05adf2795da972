import { Paper, Stack, Tabs } from '@mantine/core';
import { IconHistory, IconSend, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { HistoryTab } from './components/history-tab.tsx';
import { SendTab } from './components/send-tab.tsx';
import { TemplatesTab } from './components/templates-tab.tsx';

const TABS = ['send', 'history', 'templates'] as const;
const ICONS = { send: IconSend, history: IconHistory, templates: IconTemplate } as const;

/** SMS Management: messages to responsible people and typed numbers; see SMS-1. */
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
        <Tabs.Panel value="send" pt="md">
          <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
            <SendTab onSent={() => go('history')} />
          </Paper>
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <HistoryTab />
        </Tabs.Panel>
        <Tabs.Panel value="templates" pt="md">
          <TemplatesTab />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
