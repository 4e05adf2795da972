import { Stack, Text, Button, Group } from '@mantine/core';
import { useId, type ReactNode, useState } from 'react';
import playerCardClasses from './player-card.module.css';
import { IconAlertTriangle, IconCheck, IconClock, type Icon } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { DeviceConfiguration, DeviceSettings } from '@belfry/schemas/domain/configuration';
import { fieldStateOf, type FieldState } from './settings-form.ts';
import classes from './settings-parts.module.css';
import type { Command } from '@belfry/schemas/mqtt/commands';
import {
  askedCommand,
  CommandProgress,
  CommandQuestion,
  OutcomeAlert,
  useCommandHistory,
  type AskedCommand,
} from '../../commands/index.ts';
import type { DialogCommands } from './use-dialog-commands.ts';
import deviceSettingsClasses from './device-settings.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={playerCardClasses.card} aria-labelledby={id}>
      <Text component="h3" id={id} size="sm" fw={600} mb="sm">
        {title}
      </Text>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

const ICONS: Record<FieldState['kind'], Icon> = {
  applied: IconCheck,
  pending: IconClock,
  rejected: IconAlertTriangle,
};

type Props = { configuration: DeviceConfiguration | undefined; field: keyof DeviceSettings };

/** Below a field: whether the device uses the saved value, or why not; see SET-12. */
export function FieldNote({ configuration, field }: Props) {
  const { t } = useTranslation('device-settings');
  const state = configuration && fieldStateOf(configuration, field);
  if (!state) return null;
  const Mark = ICONS[state.kind];
  return (
    <output className={classes.note} data-state={state.kind}>
      <Mark size={14} aria-hidden />
      {state.kind === 'rejected' ? t('field.rejected', { reason: state.reason }) : t(`field.${state.kind}`)}
    </output>
  );
}

type PlainCommand = Exclude<Command, 'set_volume' | 'test_voices' | 'test_music' | 'test_radio' | 'mpd_player'>;
export type CommandButton = { command: PlainCommand; label: string; icon: Icon; onClick?: () => void };

type CommandButtonsProps = { buttons: readonly CommandButton[]; commands: DialogCommands; online: boolean };

export function CommandButtons({ buttons, commands, online }: CommandButtonsProps) {
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

export function CommandFeedback({ commands, serial }: { commands: DialogCommands; serial: string }) {
  const { current } = useCommandHistory(serial);
  const { outcome, clear } = commands;
  const progress = current && REPORTING_PROGRESS.has(current.command) ? current : undefined;
  return (
    <Stack gap="xs" mb={progress || outcome ? 'md' : 0} className={deviceSettingsClasses.feedback}>
      <CommandProgress entry={progress} sending={null} />
      {outcome && <OutcomeAlert outcome={outcome} onClose={clear} />}
    </Stack>
  );
}
