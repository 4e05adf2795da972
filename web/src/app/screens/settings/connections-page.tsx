import type { ReactNode } from 'react';
import { ApiKeys } from '../../../features/api-keys/index.ts';
import { HomeAssistantPanel } from '../../../features/home-assistant/index.ts';
import { ContactsPanel, DestinationsPanel, ScreensPanel } from '../../../features/scenarios/index.ts';
import { TriggersPanel } from '../../../features/triggers/index.ts';
import { WebhooksPanel } from '../../../features/webhooks/index.ts';
import { ListHead } from '../../../kit/list/index.ts';
import { useAddress } from '../../../lib/address.ts';
import { useTranslation } from '../../../lib/translation.ts';

const CONNECTIONS = [
  'webhooks',
  'triggers',
  'alerts',
  'home-assistant',
  'chats',
  'contacts',
  'screens',
  'keys',
] as const;
type View = (typeof CONNECTIONS)[number];

/** What other systems learn of the organisation, and what they start here. */
export function ConnectionsPage() {
  const { t } = useTranslation('settings');
  const [address, setAddress] = useAddress();
  const view = CONNECTIONS.find((each) => each === address.get('view')) ?? 'webhooks';
  // What is open belongs to the view that is left.
  const onOpen = (next: View): void =>
    setAddress(() => new URLSearchParams(next === 'webhooks' ? {} : { view: next }), { preventScrollReset: true });
  const head = (primary: ReactNode) => (
    <ListHead<View>
      title={t('pages.connections')}
      views={{
        all: CONNECTIONS.map((value) => ({ value, label: t(`connections.${value}`) })),
        open: view,
        onOpen,
      }}
      primary={primary}
    />
  );
  const panels: Record<View, ReactNode> = {
    webhooks: <WebhooksPanel head={head} />,
    triggers: <TriggersPanel key="triggers" head={head} />,
    alerts: <TriggersPanel key="alerts" source="alert_feed" head={head} />,
    'home-assistant': <HomeAssistantPanel head={head} />,
    chats: <DestinationsPanel head={head} />,
    contacts: <ContactsPanel head={head} />,
    screens: <ScreensPanel head={head} />,
    keys: <ApiKeys head={head} />,
  };
  return panels[view];
}
