import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useLanguage, LANGUAGES } from '../../../../lib/i18n.ts';
import { SCHEMES } from '../../../../ui/preference-menu.tsx';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import { useBrowserSettings } from '../use-browser-settings.ts';
import { ChoiceSetting } from './choice-setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

/** Appearance, and notifications, which are only stored; see SHELL-6. */
export function GeneralTab() {
  const { t } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [settings, change] = useBrowserSettings();
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
      <SettingsGroup title={t('working.title')} local>
        <SwitchRow
          label={t('working.notifications')}
          description={t('working.notifications_hint')}
          checked={settings.system_notifications}
          onChange={(system_notifications) => change({ system_notifications })}
        />
        <SwitchRow
          label={t('working.auto_save')}
          description={t('working.auto_save_hint')}
          checked={settings.auto_save}
          onChange={(auto_save) => change({ auto_save })}
        />
      </SettingsGroup>
    </>
  );
}
