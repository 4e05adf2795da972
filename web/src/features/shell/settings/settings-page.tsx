import { Stack, Tabs, Anchor, Paper, Button, Group, Text } from '@mantine/core';
import {
  IconApi,
  IconDeviceSpeaker,
  IconMicrophone2,
  IconServer2,
  IconSettings,
  IconShield,
  type Icon,
  IconKey,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, useAddressTab } from '../../../lib/address.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { GeneralTab } from './general-tab.tsx';
import { LogLevelGroup } from './log-level-group.tsx';
import { SessionGroup } from './session-group.tsx';
import { ChoiceSetting, SettingsGroup } from './settings-parts.tsx';
import classes from './settings.module.css';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { EmptyState, OwnAccountOnly } from '../../../ui/states/empty-state.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { BACKUP_FREQUENCIES, useBrowserSettings } from './browser-settings.ts';
import { Link } from 'react-router';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';

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

/** Announces the configuration of the API, and links to the description of its requests. */
function ApiTab() {
  const { t } = useTranslation('settings');
  return (
    <Paper withBorder>
      <EmptyState
        icon={<IconApi size={24} />}
        title={t('api.title')}
        action={
          <Anchor href="/api/docs/" target="_blank" rel="noreferrer" size="sm">
            {t('api.docs')}
          </Anchor>
        }
      >
        {t('api.text')}
      </EmptyState>
    </Paper>
  );
}

/** The log level, and backups, which are only stored; see SHELL-6. `sample` comes from another feature. */
function SystemTab({ sample }: { sample: ReactNode }) {
  const { t } = useTranslation('settings');
  const [settings, change] = useBrowserSettings();
  return (
    <>
      <LogLevelGroup />
      <SettingsGroup title={t('backup.title')} local>
        <SwitchRow
          label={t('backup.enabled')}
          description={t('backup.enabled_hint')}
          checked={settings.backup_enabled}
          onChange={(backup_enabled) => change({ backup_enabled })}
        />
        <ChoiceSetting
          label={t('backup.frequency')}
          value={settings.backup_frequency}
          disabled={!settings.backup_enabled}
          choices={BACKUP_FREQUENCIES}
          name={(frequency) => t(`backup.choice.${frequency}`)}
          onChange={(backup_frequency) => change({ backup_frequency })}
        />
      </SettingsGroup>
      {sample}
    </>
  );
}

/** Two-factor sign-in and the password, and when sessions end. */
function SecurityTab({ twoFactor }: { twoFactor: ReactNode }) {
  const { t } = useTranslation('settings');
  const isImpersonated = useIsImpersonated();
  return (
    <>
      <SettingsGroup title={t('sign_in.title')}>
        <OwnAccountOnly isImpersonated={isImpersonated}>
          {twoFactor}
          <Group justify="space-between" gap="sm">
            <div>
              <Text size="sm" fw={500}>
                {t('sign_in.password')}
              </Text>
              <Text size="xs" c="dimmed">
                {t('sign_in.password_hint')}
              </Text>
            </div>
            <Button component={Link} to="/password" variant="default" leftSection={<IconKey size={16} aria-hidden />}>
              {t('sign_in.change_password')}
            </Button>
          </Group>
        </OwnAccountOnly>
      </SettingsGroup>
      <SessionGroup />
    </>
  );
}
