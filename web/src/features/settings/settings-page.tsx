import { Stack, Tabs, Text, Title } from '@mantine/core';
import {
  IconApi,
  IconDeviceSpeaker,
  IconMicrophone2,
  IconServer2,
  IconSettings,
  IconShield,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { FavoriteVoices } from '../favorites/favorites-page.tsx';
import { UserDevices } from '../user-devices/user-devices.tsx';
import { ApiTab } from './components/api-tab.tsx';
import { GeneralTab } from './components/general-tab.tsx';
import { SecurityTab } from './components/security-tab.tsx';
import classes from './components/settings.module.css';
import { SystemTab } from './components/system-tab.tsx';

/** In the order in which they stand (specification 002 §2.8). */
const TABS = ['general', 'security', 'system', 'voices', 'devices', 'api'] as const;

const CONTENTS: Record<(typeof TABS)[number], { Mark: Icon; Content: ComponentType }> = {
  general: { Mark: IconSettings, Content: GeneralTab },
  security: { Mark: IconShield, Content: SecurityTab },
  system: { Mark: IconServer2, Content: SystemTab },
  voices: { Mark: IconMicrophone2, Content: FavoriteVoices },
  devices: { Mark: IconDeviceSpeaker, Content: UserDevices },
  api: { Mark: IconApi, Content: ApiTab },
};

/** The settings; `?tab=voices` opens that tab. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  const [open] = useAddressTab(TABS);
  const [, setAddress] = useSearchParams();
  // What else is in the address are the filters and choices of the tab that is left.
  const go = (tab: string | null): void =>
    setAddress(tab === null || tab === TABS[0] ? {} : { tab }, { preventScrollReset: true });
  const { Content } = CONTENTS[open];
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed">{t('lead')}</Text>
      </div>
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
            const { Mark } = CONTENTS[tab];
            return (
              <Tabs.Tab key={tab} value={tab} leftSection={<Mark size={18} stroke={1.7} aria-hidden />}>
                {t(`tabs.${tab}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={open} className={classes.panel ?? ''}>
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
