import { IconHistory, IconListCheck, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useAddressTab } from '../../lib/address.ts';
import { useMay } from '../teams/teams-api.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { ProofOfPlay } from './proof-of-play.tsx';
import { RunHistory } from './run-history.tsx';
import { SayTab, type OtherWays } from './say-tab.tsx';

const TABS = ['say', 'history', 'proof'] as const;
const WITHOUT_SAY = ['history', 'proof'] as const;

type Props = {
  /** How people speak besides typing. */
  otherWays?: OtherWays;
};

/** Announcements: say something now, for who may do that somewhere, and what was said. */
export function SayPage({ otherWays }: Props) {
  const { t } = useTranslation('announcements');
  const offered = useMay('say') ? TABS : WITHOUT_SAY;
  const [tab, go] = useAddressTab<(typeof TABS)[number]>(offered);
  const tabs = {
    say: { label: t('tabs.say'), icon: IconSpeakerphone, panel: <SayTab otherWays={otherWays} /> },
    history: { label: t('tabs.history'), icon: IconHistory, panel: <RunHistory /> },
    proof: { label: t('tabs.proof'), icon: IconListCheck, panel: <ProofOfPlay /> },
  };
  return <TabbedPage title={t('title')} lead={t('lead')} tab={tab} onChange={go} tabs={tabs} offered={offered} />;
}
