import { IconBolt, IconSpeakerphone, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { TriggersPanel } from '../../features/triggers/index.ts';
import { WebhooksPanel } from '../../features/webhooks/index.ts';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';

const TABS = ['webhooks', 'triggers', 'alerts'] as const;

export function IntegrationsScreen() {
  const { t } = useTranslation('integrations');
  const [tab, go] = useAddressTab<(typeof TABS)[number]>(TABS);
  const tabs = {
    webhooks: {
      label: t('tabs.webhooks'),
      icon: IconWebhook,
      panel: <WebhooksPanel />,
    },
    triggers: {
      label: t('tabs.triggers'),
      icon: IconBolt,
      panel: <TriggersPanel />,
    },
    alerts: {
      label: t('tabs.alerts'),
      icon: IconSpeakerphone,
      panel: <TriggersPanel source="alert_feed" />,
    },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />;
}
