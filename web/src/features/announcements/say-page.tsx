import { IconHistory, IconListCheck, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/address.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { ProofOfPlay } from './proof-of-play.tsx';
import { RunHistory } from './run-history.tsx';
import { SayForm } from './say-form.tsx';

const TABS = ['say', 'history', 'proof'] as const;

/** Announcements: say something now, and what was said. */
export function SayPage() {
  const { t } = useTranslation('announcements');
  const [tab, go] = useAddressTab(TABS);
  const tabs = {
    say: { label: t('tabs.say'), icon: IconSpeakerphone, panel: <SayForm /> },
    history: { label: t('tabs.history'), icon: IconHistory, panel: <RunHistory /> },
    proof: { label: t('tabs.proof'), icon: IconListCheck, panel: <ProofOfPlay /> },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} />;
}
