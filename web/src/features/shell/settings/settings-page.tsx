import { Button, Group, Stack, Tabs, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconApi,
  IconDeviceSpeaker,
  IconKey,
  IconMicrophone2,
  IconServer2,
  IconSettings,
  IconShield,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAddress, useAddressTab } from '../../../lib/address.ts';
import { chooseLanguage, LANGUAGES, useLanguage } from '../../../lib/i18n.ts';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { SCHEMES } from '../../../ui/preference-menu.tsx';
import { OwnAccountOnly } from '../../../ui/states/empty-state.tsx';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { ClockSetting } from './clock-setting.tsx';
import { LogLevelGroup } from './log-level-group.tsx';
import { SessionGroup } from './session-group.tsx';
import classes from './settings.module.css';
import { WorkingGroup } from './working-group.tsx';

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

/** `backups`, `twoFactor`: parts of System and Security. */
type Props = Record<'voices' | 'devices' | 'api' | 'backups' | 'twoFactor', ReactNode>;

/** The specified settings, made of the parts of those pages that are used; `?tab=voices` opens that tab. */
export function SettingsPage({ voices, devices, backups, twoFactor, api }: Props) {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  const [open] = useAddressTab(TABS);
  const [, setAddress] = useAddress();
  // The other parameters belong to the tab that is left.
  const go = (tab: string | null): void =>
    setAddress(() => new URLSearchParams(tab === null || tab === TABS[0] ? {} : { tab }), { preventScrollReset: true });
  const contents: Record<Tab, ReactNode> = {
    general: (
      <>
        <AppearanceGroup />
        <WorkingGroup />
      </>
    ),
    security: (
      <>
        <SignInGroup>{twoFactor}</SignInGroup>
        <SessionGroup />
      </>
    ),
    system: (
      <>
        <LogLevelGroup />
        {backups}
      </>
    ),
    voices,
    devices,
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

/** How somebody gets in. `children`: their second factors. */
export function SignInGroup({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings');
  const isImpersonated = useIsImpersonated();
  return (
    <PageSection title={t('sign_in.title')}>
      <OwnAccountOnly isImpersonated={isImpersonated}>
        <Group justify="space-between" gap="sm">
          <div>
            <Text size="sm">{t('sign_in.password')}</Text>
            <Text size="sm" c="dimmed">
              {t('sign_in.password_hint')}
            </Text>
          </div>
          <Button component={Link} to="/password" variant="default" leftSection={<IconKey size={16} aria-hidden />}>
            {t('sign_in.change_password')}
          </Button>
        </Group>
        {children}
      </OwnAccountOnly>
    </PageSection>
  );
}

/** What this browser remembers. */
export function AppearanceGroup() {
  const { t } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <PageSection title={t('appearance.title')}>
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
      <ClockSetting />
    </PageSection>
  );
}
