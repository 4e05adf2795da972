import { useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { chooseLanguage, useLanguage, LANGUAGES } from '../../../lib/i18n.ts';
import { SCHEMES } from '../../../ui/preference-menu.tsx';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';
import { AlarmsGroup } from './alarms-group.tsx';
import { SettingsGroup } from './settings-parts.tsx';
import { WorkingGroup } from './working-group.tsx';

/** Appearance, which the browser remembers, and notifications and drafts, which hold in every browser; see SHELL-6. `push`: messages in browsers. */
export function GeneralTab({ push }: { push: ReactNode }) {
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
