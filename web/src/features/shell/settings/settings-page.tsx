import { Stack, Tabs, Button, Group, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconApi,
  IconDeviceSpeaker,
  IconMicrophone2,
  IconServer2,
  IconSettings,
  IconShield,
  type Icon,
  IconKey,
  IconLogin2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAddress, useAddressTab } from '../../../lib/address.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { LogLevelGroup } from './log-level-group.tsx';
import { LoudnessGroup } from './loudness-group.tsx';
import { SessionGroup } from './session-group.tsx';
import { SettingsGroup } from './settings-parts.tsx';
import classes from './settings.module.css';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { OwnAccountOnly } from '../../../ui/states/empty-state.tsx';
import { Link } from 'react-router';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { chooseLanguage, useLanguage, LANGUAGES } from '../../../lib/i18n.ts';
import { SCHEMES } from '../../../ui/preference-menu.tsx';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';
import { AlarmsGroup } from './alarms-group.tsx';
import { WorkingGroup } from './working-group.tsx';

/** The tabs in their order; see SHELL-6. */
const TABS = ['general', 'security', 'sign_on', 'system', 'voices', 'devices', 'api'] as const;

type Tab = (typeof TABS)[number];

const ICONS: Record<Tab, Icon> = {
  general: IconSettings,
  security: IconShield,
  sign_on: IconLogin2,
  system: IconServer2,
  voices: IconMicrophone2,
  devices: IconDeviceSpeaker,
  api: IconApi,
};

type Props = {
  voices: ReactNode;
  devices: ReactNode;
  backups: ReactNode;
  sample: ReactNode;
  push: ReactNode;
  twoFactor: ReactNode;
  api: ReactNode;
  access: ReactNode;
  singleSignOn: ReactNode;
};

/** The settings; `?tab=voices` opens that tab. */
export function SettingsPage({ voices, devices, backups, sample, push, twoFactor, api, access, singleSignOn }: Props) {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  const [open] = useAddressTab(TABS);
  const [, setAddress] = useAddress();
  // The other parameters belong to the tab that is left.
  const go = (tab: string | null): void =>
    setAddress(() => new URLSearchParams(tab === null || tab === TABS[0] ? {} : { tab }), { preventScrollReset: true });
  const contents: Record<Tab, ReactNode> = {
    general: <GeneralTab push={push} />,
    security: <SecurityTab twoFactor={twoFactor} access={access} />,
    sign_on: singleSignOn,
    system: <SystemTab backups={backups} sample={sample} />,
    voices,
    devices: (
      <>
        {devices}
        <LoudnessGroup />
      </>
    ),
    api,
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

function SystemTab({ backups, sample }: Pick<Props, 'backups' | 'sample'>) {
  return (
    <>
      <LogLevelGroup />
      {backups}
      {sample}
    </>
  );
}

function SecurityTab({ twoFactor, access }: { twoFactor: ReactNode; access: ReactNode }) {
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
      {access}
    </>
  );
}

/** Appearance, which the browser remembers, and notifications and drafts, which hold in every browser; see SHELL-6. `push`: messages in browsers. */
function GeneralTab({ push }: { push: ReactNode }) {
  const { t } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <SettingsGroup title={t('appearance.title')}>
        <ChoiceSetting
          label={t('common:theme.label')}
          description={t('appearance.theme')}
          value={colorScheme}
          choices={SCHEMES}
          name={(scheme) => t(`common:theme.${scheme}`)}
          onChange={setColorScheme}
        />
        <ChoiceSetting
          label={t('common:language.label')}
          description={t('appearance.language')}
          value={useLanguage()}
          choices={LANGUAGES}
          name={(language) => t(`common:language.${language}`)}
          onChange={(language) => void chooseLanguage(language)}
        />
      </SettingsGroup>
      <WorkingGroup />
      <AlarmsGroup />
      {push}
    </>
  );
}
