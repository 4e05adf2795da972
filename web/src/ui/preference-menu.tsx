import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { ActionIcon, Menu, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../lib/translation.ts';
import { z } from 'zod';
import { chooseLanguage, useLanguage, LANGUAGES, languageOf } from '../lib/i18n.ts';

type Props = { of: 'language' | 'theme'; label: string; icon: ReactNode };

/** Replaces the button that loaded it, gets the focus and opens. */
export function PreferenceMenu({ of, label, icon }: Props) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Mantine returns the focus only for a menu that changes from closed to open, not for one that is mounted open.
  useEffect(() => {
    button.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={180} shadow="md" withinPortal={false}>
      <Menu.Target>
        <Tooltip label={label} withinPortal={false} disabled={opened}>
          <ActionIcon ref={button} variant="subtle" color="gray" size={32} aria-label={label}>
            {icon}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{of === 'language' ? <LanguageItems /> : <ThemeItems />}</Menu.Dropdown>
    </Menu>
  );
}

export const SCHEMES = ['dark', 'light', 'auto'] as const satisfies readonly MantineColorScheme[];
const schemeSchema = z.enum(SCHEMES);

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
