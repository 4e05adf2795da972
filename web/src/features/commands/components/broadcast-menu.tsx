import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconStack2 } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BROADCAST_COMMANDS, type BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { CommandIcon } from './command-icon.tsx';

/** Reboot is last, since it interrupts playback on every device. */
const COMMANDS = BROADCAST_COMMANDS.toSorted((a, b) => Number(a === 'reboot') - Number(b === 'reboot'));

type Props = {
  /** The command that is being sent; the others are off meanwhile. */
  running: BroadcastCommand | null;
  onChoose: (command: BroadcastCommand) => void;
  onStartRun: () => void;
};

/** Install All, Reinstall All and Reboot All at once, or any command in waves. */
export function BroadcastMenu({ running, onChoose, onStartRun }: Props) {
  const { t } = useTranslation('commands');
  const button = useRef<HTMLButtonElement>(null);
  // A dialog returns the focus to what had it when it opened, and the item will be gone by then.
  const choose = (action: () => void) => (): void => {
    button.current?.focus();
    action();
  };
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button ref={button} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('panel.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('panel.atOnce')}</Menu.Label>
        {COMMANDS.map((command) => (
          <Menu.Item
            key={command}
            leftSection={<CommandIcon command={command} />}
            disabled={running !== null}
            onClick={choose(() => onChoose(command))}
          >
            {t(`panel.${command}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconStack2 size={16} aria-hidden />} onClick={choose(onStartRun)}>
          {t('panel.waves')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
