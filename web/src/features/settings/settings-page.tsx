import { Stack, Tabs, Text, Title } from '@mantine/core';
import {
  IconApi,
  IconDeviceSpeaker,
  IconMicrophone2,
  IconServer2,
  IconSettings,
  IconShield,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMobile } from '../../lib/use-mobile.ts';
import { FavoriteVoices } from '../favorites/favorites-page.tsx';
import { UserDevices } from '../user-devices/user-devices.tsx';
import { ApiTab } from './components/api-tab.tsx';
import { GeneralTab } from './components/general-tab.tsx';
import { SecurityTab } from './components/security-tab.tsx';
import classes from './components/settings.module.css';
import { SystemTab } from './components/system-tab.tsx';

type Tab = 'general' | 'security' | 'system' | 'voices' | 'devices' | 'api';

/** A line per tab, in the order in which they stand (specification 002 §2.8). */
const TABS: readonly { tab: Tab; Mark: typeof IconSettings; Content: ComponentType }[] = [
  { tab: 'general', Mark: IconSettings, Content: GeneralTab },
  { tab: 'security', Mark: IconShield, Content: SecurityTab },
  { tab: 'system', Mark: IconServer2, Content: SystemTab },
  { tab: 'voices', Mark: IconMicrophone2, Content: FavoriteVoices },
  { tab: 'devices', Mark: IconDeviceSpeaker, Content: UserDevices },
  { tab: 'api', Mark: IconApi, Content: ApiTab },
];

/** The settings; `/settings/voices` has its tab open, anything unknown the first one. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  const navigate = useNavigate();
  const { tab: named } = useParams();
  const open = TABS.find(({ tab }) => tab === named)?.tab ?? 'general';
  const go = (tab: string | null): void =>
    void navigate(tab === null || tab === 'general' ? '/settings' : `/settings/${tab}`, { preventScrollReset: true });
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
        variant="pills"
        orientation={mobile ? 'horizontal' : 'vertical'}
        value={open}
        onChange={go}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs ?? ''} aria-label={t('title')}>
          {TABS.map(({ tab, Mark }) => (
            <Tabs.Tab key={tab} value={tab} leftSection={<Mark size={18} stroke={1.7} aria-hidden />}>
              {t(`tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ tab, Content }) => (
          <Tabs.Panel key={tab} value={tab} className={classes.panel ?? ''}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
