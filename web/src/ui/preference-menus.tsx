import { ActionIcon, Group, useComputedColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../lib/translation.ts';
import type { PreferenceMenu } from './preference-menu.tsx';

type Menu = typeof PreferenceMenu;
const loadMenu = async (): Promise<Menu> => (await import('./preference-menu.tsx')).PreferenceMenu;
const preload = (): void => void loadMenu().catch(() => undefined);

type Props = { of: 'language' | 'theme'; label: string; icon: ReactNode };

/** A button whose menu is loaded when it is first opened, because menus are a large part of Mantine. */
function MenuButton({ of, label, icon }: Props) {
  const [Menu, setMenu] = useState<Menu>();
  if (Menu) return <Menu of={of} label={label} icon={icon} />;
  // Where it cannot be loaded, the next click tries again.
  const open = (): void => void loadMenu().then((menu) => setMenu(() => menu), preload);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      title={label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    >
      {icon}
    </ActionIcon>
  );
}

export function PreferenceMenus() {
  const { t } = useTranslation('common');
  const dark = useComputedColorScheme('dark') === 'dark';
  const Scheme = dark ? IconMoon : IconSun;
  return (
    <Group gap={4} wrap="nowrap">
      <MenuButton
        of="language"
        label={t('language.label')}
        icon={<IconLanguage size={20} stroke={1.7} aria-hidden />}
      />
      <MenuButton of="theme" label={t('theme.label')} icon={<Scheme size={20} stroke={1.7} aria-hidden />} />
    </Group>
  );
}
