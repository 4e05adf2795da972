import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { LanguageItems, ThemeItems } from './preferences.tsx';

type Props = { of: 'language' | 'theme'; label: string; icon: ReactNode };

/** Takes the place of the button that loaded it, with the menu open and the focus where it was. */
export function PreferenceMenu({ of, label, icon }: Props) {
  const [opened, setOpened] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  // Before the menu takes the focus, so that it gives it back to the button.
  useLayoutEffect(() => button.current?.focus(), []);
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
          <ActionIcon ref={button} variant="subtle" color="gray" size={36} aria-label={label}>
            {icon}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{of === 'language' ? <LanguageItems /> : <ThemeItems />}</Menu.Dropdown>
    </Menu>
  );
}
