import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, useLanguage } from '../lib/i18n.ts';
import { LANGUAGES } from '../lib/languages.ts';

const SCHEMES: readonly { scheme: MantineColorScheme; icon: Icon }[] = [
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'light', icon: IconSun },
  { scheme: 'auto', icon: IconDeviceDesktop },
];

const chosen = <IconCheck size={16} aria-hidden />;

/** The three themes as items of a menu. */
export function ThemeItems() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ scheme, icon: Icon }) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={scheme === colorScheme}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={scheme === colorScheme && chosen}
      onClick={() => setColorScheme(scheme)}
    >
      {t(`theme.${scheme}`)}
    </Menu.Item>
  ));
}

/** The three languages as items of a menu. */
export function LanguageItems() {
  const { t } = useTranslation('shell');
  const current = useLanguage();
  return LANGUAGES.map((language) => (
    <Menu.Item
      key={language}
      role="menuitemradio"
      aria-checked={language === current}
      rightSection={language === current && chosen}
      onClick={() => void chooseLanguage(language)}
    >
      {t(`language.${language}`)}
    </Menu.Item>
  ));
}
