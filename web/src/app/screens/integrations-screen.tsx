import { IconBolt, IconSpeakerphone, IconWebhook } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { NodeSelect, TargetsPicker } from '../../features/places/index.ts';
import { useAllowedNodes, useTargetNodes, useTargetSources } from '../../features/places/targets-api.ts';
import { TriggersPanel } from '../../features/triggers/index.ts';
import { WebhooksPanel } from '../../features/webhooks/index.ts';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';

const TABS = ['webhooks', 'triggers', 'alerts'] as const;
type Parts = ComponentProps<typeof TriggersPanel>;

/** What other systems learn, and what they start. */
export function IntegrationsScreen() {
  const { t } = useTranslation('integrations');
  const [tab, go] = useAddressTab<(typeof TABS)[number]>(TABS);
  const tabs = {
    webhooks: {
      label: t('tabs.webhooks'),
      icon: IconWebhook,
      panel: <WebhooksPanel renderNodeChoice={(choice) => <ManagedNodeSelect {...choice} />} />,
    },
    triggers: {
      label: t('tabs.triggers'),
      icon: IconBolt,
      panel: (
        <TriggersPanel
          renderNodeChoice={(choice) => <ManagedNodeSelect {...choice} />}
          renderTargets={(choice) => <Places {...choice} />}
        />
      ),
    },
    alerts: {
      label: t('tabs.alerts'),
      icon: IconSpeakerphone,
      panel: (
        <TriggersPanel
          source="alert_feed"
          renderNodeChoice={(choice) => <ManagedNodeSelect {...choice} />}
          renderTargets={(choice) => <Places {...choice} />}
        />
      ),
    },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />;
}

/** A choice among the nodes that the person manages. */
function ManagedNodeSelect(choice: Omit<ComponentProps<typeof NodeSelect>, 'places'>) {
  const places = useTargetNodes();
  const nodes = useAllowedNodes(places.nodes, 'manage_webhooks');
  return <NodeSelect places={{ ...places, nodes }} {...choice} />;
}

/** The places of a message, or of an emergency. */
function Places({ action, value, onChange }: Parameters<Parts['renderTargets']>[0]) {
  const sources = useTargetSources({ ofOthers: true, action });
  return <TargetsPicker sources={sources} value={value} onChange={onChange} />;
}
