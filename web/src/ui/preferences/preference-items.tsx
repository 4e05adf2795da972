import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { chooseLanguage, useLanguage } from '../../lib/i18n.ts';
import { LANGUAGES, languageOf } from '../../lib/format/languages.ts';

export const SCHEMES = ['dark', 'light', 'auto'] as const satisfies readonly MantineColorScheme[];
const schemeSchema = z.enum(SCHEMES);

/** The three themes as items of a menu. */
export function ThemeItems() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeSchema.parse(value))}>
      {SCHEMES.map((scheme) => (
        <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
          {t(`theme.${scheme}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** The three languages as items of a menu. */
export function LanguageItems() {
  const { t } = useTranslation('common');
  return (
    <Menu.RadioGroup value={useLanguage()} onChange={(value) => void chooseLanguage(languageOf(value))}>
      {LANGUAGES.map((language) => (
        <Menu.RadioItem key={language} value={language} closeMenuOnClick>
          {t(`language.${language}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
