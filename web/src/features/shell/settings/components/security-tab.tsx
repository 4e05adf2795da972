import { Button, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAccountOnly } from '../../../../ui/states/own-account-only.tsx';
import { useIsImpersonated } from '../../../../api/session/use-is-impersonated.ts';
import { SESSION_TIMEOUTS } from '../browser-settings.ts';
import { useBrowserSettings } from '../use-browser-settings.ts';
import { ChoiceSetting } from './choice-setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

/** Two-factor sign-in and the password, and the timeout, which is only stored. */
export function SecurityTab({ twoFactor }: { twoFactor: ReactNode }) {
  const { t } = useTranslation('settings');
  const isImpersonated = useIsImpersonated();
  const [settings, change] = useBrowserSettings();
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
      <SettingsGroup title={t('session.title')} local>
        <ChoiceSetting
          label={t('session.timeout')}
          description={t('session.timeout_hint')}
          value={settings.session_timeout}
          choices={SESSION_TIMEOUTS}
          name={(timeout) => t(`session.choice.${timeout}`)}
          onChange={(session_timeout) => change({ session_timeout })}
        />
      </SettingsGroup>
    </>
  );
}
