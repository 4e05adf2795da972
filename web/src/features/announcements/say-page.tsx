import { Stack, Tabs } from '@mantine/core';
import { IconHistory, IconListCheck, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProofOfPlay } from './components/proof-of-play.tsx';
import { RunHistory } from './components/run-history.tsx';
import { SayForm } from './say/say-form.tsx';

const TABS = ['say', 'history', 'proof'] as const;
const ICONS = { say: IconSpeakerphone, history: IconHistory, proof: IconListCheck } as const;

/** Announcements: say something now, and what was said. */
export function SayPage() {
  const { t } = useTranslation('announcements');
  const [tab, go] = useAddressTab(TABS);
  const mobile = useMobile();
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List aria-label={t('title')} mb="md">
          {TABS.map((each) => {
            const Mark = ICONS[each];
            return (
              <Tabs.Tab key={each} value={each} leftSection={mobile ? undefined : <Mark size={16} aria-hidden />}>
                {t(`tabs.${each}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value="say">
          <SayForm />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <RunHistory />
        </Tabs.Panel>
        <Tabs.Panel value="proof">
          <ProofOfPlay />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
