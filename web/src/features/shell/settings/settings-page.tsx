import { Stack, Tabs } from '@mantine/core';
import {
  IconApi,
  IconDeviceSpeaker,
  IconMicrophone2,
  IconServer2,
  IconSettings,
  IconShield,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../lib/address/use-address.ts';
import { useAddressTab } from '../../../lib/address/use-address-tab.ts';
import { useMobile } from '../../../lib/hooks/use-mobile.ts';
import { ApiTab } from './components/api-tab.tsx';
import { GeneralTab } from './components/general-tab.tsx';
import { SecurityTab } from './components/security-tab.tsx';
import classes from './components/settings.module.css';
import { SystemTab } from './components/system-tab.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

/** The tabs in their order; see SHELL-6. */
const TABS = ['general', 'security', 'system', 'voices', 'devices', 'api'] as const;

type Tab = (typeof TABS)[number];

const ICONS: Record<Tab, Icon> = {
  general: IconSettings,
  security: IconShield,
  system: IconServer2,
  voices: IconMicrophone2,
  devices: IconDeviceSpeaker,
  api: IconApi,
};

type Props = {
  /** Contents of the tabs that come from other features. */
  voices: ReactNode;
  devices: ReactNode;
  /** The sample organisation, in the system tab. */
  sample: ReactNode;
  /** The switch of two-factor sign-in, in the security tab. */
  twoFactor: ReactNode;
};

/** The settings; `?tab=voices` opens that tab. */
export function SettingsPage({ voices, devices, sample, twoFactor }: Props) {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  const [open] = useAddressTab(TABS);
  const [, setAddress] = useAddress();
  // The other parameters belong to the tab that is left.
  const go = (tab: string | null): void =>
    setAddress(() => new URLSearchParams(tab === null || tab === TABS[0] ? {} : { tab }), { preventScrollReset: true });
  const contents: Record<Tab, ReactNode> = {
    general: <GeneralTab />,
    security: <SecurityTab twoFactor={twoFactor} />,
    system: <SystemTab sample={sample} />,
    voices,
    devices,
    api: <ApiTab />,
  };
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Tabs
        className={classes.frame ?? ''}
        classNames={{ tabLabel: classes.label ?? '' }}
        variant="pills"
        orientation={mobile ? 'horizontal' : 'vertical'}
        value={open}
        onChange={go}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs ?? ''} aria-label={t('title')}>
          {TABS.map((tab) => {
            const Mark = ICONS[tab];
            return (
              <Tabs.Tab key={tab} value={tab} leftSection={<Mark size={18} stroke={1.7} aria-hidden />}>
                {t(`tabs.${tab}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={open} className={classes.panel ?? ''}>
          {contents[open]}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
