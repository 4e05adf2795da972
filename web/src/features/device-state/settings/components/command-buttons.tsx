import { Button, Group, Stack } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { Command } from '@belfry/schemas/mqtt/commands';
import {
  askedCommand,
  CommandProgress,
  CommandQuestion,
  OutcomeAlert,
  useCommandHistory,
  type AskedCommand,
} from '../../../commands/index.ts';
import type { DialogCommands } from '../use-dialog-commands.ts';
import classes from '../device-settings.module.css';

/** The commands without required parameters. */
export type PlainCommand = Exclude<Command, 'set_volume' | 'test_voices' | 'test_music' | 'test_radio' | 'mpd_player'>;
export type CommandButton = { command: PlainCommand; label: string; icon: Icon; onClick?: () => void };

type Props = { buttons: readonly CommandButton[]; commands: DialogCommands; online: boolean };

/** Buttons of which each sends a command, some after a question. */
export function CommandButtons({ buttons, commands, online }: Props) {
  const { execute, running } = commands;
  const [asking, setAsking] = useState<AskedCommand | null>(null);
  const send = (command: PlainCommand): void => {
    const asked = askedCommand(command);
    if (asked) setAsking(asked);
    else void execute(command, {});
  };
  return (
    <Group gap="sm">
      {buttons.map(({ command, label, icon: ButtonIcon, onClick }) => (
        <Button
          key={command}
          variant="default"
          leftSection={<ButtonIcon size={16} aria-hidden />}
          disabled={!online || (running !== null && running !== command)}
          loading={running === command}
          onClick={onClick ?? (() => send(command))}
        >
          {label}
        </Button>
      ))}
      <CommandQuestion
        command={asking}
        onConfirm={(command, params) => void execute(command, params)}
        onClose={() => setAsking(null)}
      />
    </Group>
  );
}

const REPORTING_PROGRESS: ReadonlySet<Command> = new Set(['install', 'reinstall', 'reboot', 'system_diagnostics']);

/** How far a long command is, and how the last one ended. It stays at the top while the tab is scrolled. */
export function CommandFeedback({ commands, serial }: { commands: DialogCommands; serial: string }) {
  const { current } = useCommandHistory(serial);
  const { outcome, clear } = commands;
  const shown = current && REPORTING_PROGRESS.has(current.command) ? current : undefined;
  return (
    <Stack gap="xs" mb={shown || outcome ? 'md' : 0} className={classes.feedback}>
      <CommandProgress entry={shown} sending={null} />
      {outcome && <OutcomeAlert outcome={outcome} onClose={clear} />}
    </Stack>
  );
}
