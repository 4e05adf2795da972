import { Button, Group, Paper } from '@mantine/core';
import { IconHistory, IconSend, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAddressTab } from '../../../lib/address.ts';
import { useMay } from '../../teams/teams-api.ts';
import { TabbedPage } from '../../../ui/tabbed-page.tsx';
import { HistoryTab } from './history-tab.tsx';
import { SendTab } from './send-tab.tsx';
import { SmsTemplates } from './template-list.tsx';

const TABS = ['send', 'history', 'templates'] as const;
const WITHOUT_SEND = ['history', 'templates'] as const;

/** SMS Management: messages to responsible people and typed numbers; see SMS-1. */
export function SmsPage() {
  const { t } = useTranslation('sms');
  const offered = useMay('send_sms') ? TABS : WITHOUT_SEND;
  const [tab, go] = useAddressTab<(typeof TABS)[number]>(offered);
  const send = (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <SendTab onSent={() => go('history')} />
    </Paper>
  );
  const tabs = {
    send: { label: t('tabs.send'), icon: IconSend, panel: send },
    history: { label: t('tabs.history'), icon: IconHistory, panel: <HistoryTab /> },
    templates: { label: t('tabs.templates'), icon: IconTemplate, panel: <Templates /> },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} offered={offered} />;
}

function Templates() {
  const { t } = useTranslation('sms');
  const edits = useMay('edit_templates');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {edits && (
        <Group justify="flex-end" mb="sm">
          <Button onClick={() => setAdding(true)}>{t('templates.add')}</Button>
        </Group>
      )}
      <SmsTemplates q="" isAdding={isAdding} onAdded={() => setAdding(false)} />
    </>
  );
}
