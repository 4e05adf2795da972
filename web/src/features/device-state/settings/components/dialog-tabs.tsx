import { Tabs } from '@mantine/core';
import { IconActivity, IconInfoCircle, IconSettings, IconVolume, IconWifi, type Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useAddressTab } from '../../../../lib/address/use-address-tab.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { useConnection } from '../../../../mqtt/connection/use-connection.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import { Stale } from '../../../../ui/states/stale.tsx';
import { TabRow } from '../../../../ui/tab-row.tsx';
import type { SettingsForm } from '../config/use-settings-form.ts';
import { SETTINGS_TAB_PARAM } from '../../../../lib/address/settings-tab.ts';
import { DEFAULT_TAB, SETTINGS_TABS, type SettingsTab } from '../tabs.ts';
import { useDialogCommands } from '../use-dialog-commands.ts';
import { AudioTab } from './audio-tab.tsx';
import { CommandFeedback } from './command-buttons.tsx';
import { InfoTab } from './info-tab.tsx';
import { StatusTab } from './status-tab.tsx';
import { SystemTab, type TabProps } from './system-tab.tsx';
import { WifiTab } from './wifi-tab.tsx';

const TABS: Record<SettingsTab, { icon: Icon; Content: ComponentType<TabProps> }> = {
  status: { icon: IconActivity, Content: StatusTab },
  audio: { icon: IconVolume, Content: AudioTab },
  wifi: { icon: IconWifi, Content: WifiTab },
  system: { icon: IconSettings, Content: SystemTab },
  info: { icon: IconInfoCircle, Content: InfoTab },
};

/** The five tabs; the open one is in the address. */
export function DialogTabs({ device, settings }: { device: Device; settings: SettingsForm }) {
  const { t } = useTranslation('device-settings');
  const { stale, since } = useConnection();
  const [tab, openTab] = useAddressTab(SETTINGS_TABS, { param: SETTINGS_TAB_PARAM, initial: DEFAULT_TAB });
  const commands = useDialogCommands(device.serial);
  const online = canReceiveCommands(device.status);
  const mobile = useMobile();
  const { Content } = TABS[tab];
  return (
    <Stale active={stale} since={since} inDialog>
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <TabRow tab={tab} mb="md" aria-label={t('tabs.label')}>
          {SETTINGS_TABS.map((each) => {
            const TabIcon = TABS[each].icon;
            return (
              <Tabs.Tab
                key={each}
                value={each}
                px={mobile ? 'xs' : 'sm'}
                leftSection={!mobile && <TabIcon size={16} aria-hidden />}
              >
                {t(`tabs.${each}`)}
              </Tabs.Tab>
            );
          })}
        </TabRow>
        {!online && <Notice tone="warning">{t('offline')}</Notice>}
        <CommandFeedback commands={commands} serial={device.serial} />
        <Tabs.Panel value={tab}>
          <Content device={device} online={online} settings={settings} commands={commands} />
        </Tabs.Panel>
      </Tabs>
    </Stale>
  );
}
