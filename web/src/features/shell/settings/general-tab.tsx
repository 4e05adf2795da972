import { useMantineColorScheme, SegmentedControl, Text, Paper, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useLanguage, LANGUAGES } from '../../../lib/i18n.ts';
import { SCHEMES } from '../../../ui/preference-menu.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { useBrowserSettings } from './browser-settings.ts';
import { useId, type ReactNode } from 'react';
import { useBreakpoint } from '../../../lib/use-breakpoint.ts';
import classes from './settings.module.css';
import { IconInfoCircle } from '@tabler/icons-react';

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

type ChoiceSettingProps<T extends string> = {
  label: string;
  description?: string;
  value: T;
  choices: readonly T[];
  disabled?: boolean;
  name: (choice: T) => string;
  onChange: (choice: T) => void;
};

/** Names with more characters together are stacked on a phone. */
const LETTERS_BESIDE = 24;

/** A segmented control for a choice of few values. */
export function ChoiceSetting<T extends string>({
  label,
  description,
  value,
  choices,
  disabled,
  name,
  onChange,
}: ChoiceSettingProps<T>) {
  const id = useId();
  const narrow = useBreakpoint('phone');
  const long = choices.map(name).join('').length > LETTERS_BESIDE;
  return (
    <div className={classes.choice}>
      <div>
        <Text size="sm" fw={500} id={id}>
          {label}
        </Text>
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      <SegmentedControl
        className={classes.choices ?? ''}
        aria-labelledby={id}
        orientation={narrow && long ? 'vertical' : 'horizontal'}
        value={value}
        disabled={disabled}
        onChange={(chosen) => {
          const choice = choices.find((each) => each === chosen);
          if (choice !== undefined) onChange(choice);
        }}
        data={choices.map((choice) => ({ value: choice, label: name(choice) }))}
      />
    </div>
  );
}

type SettingsGroupProps = {
  title: string;
  /** Whether these choices are only stored in this browser, which a note below them states. */
  local?: boolean;
  children: ReactNode;
};

/** Settings that belong together. */
export function SettingsGroup({ title, local = false, children }: SettingsGroupProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.group ?? ''} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
      {local && (
        <Text size="xs" className={classes.local}>
          <IconInfoCircle size={16} aria-hidden />
          {t('local')}
        </Text>
      )}
    </Paper>
  );
}
