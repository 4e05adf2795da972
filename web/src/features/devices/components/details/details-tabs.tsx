import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../../../lib/address/use-address-tab.ts';
import { TabRow } from '../../../../ui/tab-row.tsx';

const TABS = ['overview', 'timeline'] as const;
const TAB_PARAM = 'details_tab';

type Props = { overview: ReactNode; timeline: (() => ReactNode) | undefined };

/** The parts of the details of a device; the open one is in the address. Only the overview where there is no timeline. */
export function DetailsTabs({ overview, timeline }: Props) {
  const { t } = useTranslation('device-timeline');
  const [tab, go] = useAddressTab(TABS, { param: TAB_PARAM });
  if (!timeline) return overview;
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <TabRow tab={tab} mb="md">
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`tab.${each}`)}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value="overview">{overview}</Tabs.Panel>
      <Tabs.Panel value="timeline">{timeline()}</Tabs.Panel>
    </Tabs>
  );
}
