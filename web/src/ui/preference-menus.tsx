import { ActionIcon, Group, Menu, Tooltip, useComputedColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageItems, ThemeItems } from './preferences.tsx';

function PreferenceMenu({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={180}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Tooltip label={label} withinPortal={false} disabled={opened}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={label}>
            {icon}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Theme and language beside each other, on screens that have the room and on the sign-in page. */
export function PreferenceMenus() {
  const { t } = useTranslation('shell');
  const dark = useComputedColorScheme('dark') === 'dark';
  return (
    <Group gap={4} wrap="nowrap">
      <PreferenceMenu label={t('language.label')} icon={<IconLanguage size={20} stroke={1.7} aria-hidden />}>
        <LanguageItems />
      </PreferenceMenu>
      <PreferenceMenu
        label={t('theme.label')}
        icon={dark ? <IconMoon size={20} stroke={1.7} aria-hidden /> : <IconSun size={20} stroke={1.7} aria-hidden />}
      >
        <ThemeItems />
      </PreferenceMenu>
    </Group>
  );
}
