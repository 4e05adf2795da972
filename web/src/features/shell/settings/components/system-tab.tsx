import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import { BACKUP_FREQUENCIES, LOG_LEVELS } from '../browser-settings.ts';
import { useBrowserSettings } from '../use-browser-settings.ts';
import { ChoiceSetting } from './choice-setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

/** Logs and backups, which are only stored; see SHELL-6. `sample` comes from another feature. */
export function SystemTab({ sample }: { sample: ReactNode }) {
  const { t } = useTranslation('settings');
  const [settings, change] = useBrowserSettings();
  return (
    <>
      <SettingsGroup title={t('logs.title')} local>
        <ChoiceSetting
          label={t('logs.level')}
          description={t('logs.level_hint')}
          value={settings.log_level}
          choices={LOG_LEVELS}
          name={(level) => t(`logs.choice.${level}`)}
          onChange={(log_level) => change({ log_level })}
        />
      </SettingsGroup>
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
