import { Box, Button, Group, Stack, Text, Alert, Progress } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { canReceiveCommands, type DeviceStatus } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import { BROADCAST_COMMANDS, isBroadcastCommand, type BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { IconDownload, IconPower, IconRefreshAlert, type Icon } from '@tabler/icons-react';
import type { CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import { useCommandHistory } from './commands-api.ts';
import { useCommand, type Outcome } from './use-command.ts';
import { askedCommand, CommandQuestion, type AskedCommand } from './command-fields.tsx';
import { SendLater } from './send-later.tsx';
import { progressOf } from './command-log.ts';
import classes from './commands.module.css';

type Props = {
  serial: Serial;
  status: DeviceStatus;
  action?: ReactNode;
};

export function DeviceCommands({ serial, status, action }: Props) {
  const { t } = useTranslation('commands');
  const reasonId = useId();
  const { run, running, outcome, clear } = useCommand(serial);
  const { current } = useCommandHistory(serial);
  const [asking, setAsking] = useState<AskedCommand | null>(null);
  const busy = running !== null || current !== undefined;
  const online = canReceiveCommands(status);
  const reason = !online && !busy ? t('device.needOnline') : busy && running === null ? t('device.busy') : null;
  return (
    <Stack gap="xs" component="section" aria-label={t('device.title')}>
      <Group gap="xs">
        {BROADCAST_COMMANDS.map((command) => (
          <Button
            key={command}
            variant="light"
            leftSection={<CommandIcon command={command} />}
            disabled={!online || (busy && running !== command)}
            loading={running === command}
            aria-describedby={reason ? reasonId : undefined}
            onClick={() => {
              const asked = askedCommand(command);
              if (asked) setAsking(asked);
              else void run(command);
            }}
          >
            {t(`device.${command}`)}
          </Button>
        ))}
        {action && <Box ms="auto">{action}</Box>}
      </Group>
      {reason && (
        <Text id={reasonId} size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      {!online && running === null && <SendLater serial={serial} />}
      <CommandProgress entry={current} sending={running} />
      {outcome && <OutcomeAlert outcome={outcome} onClose={clear} />}
      <CommandQuestion
        command={asking}
        onConfirm={(command) => void (isBroadcastCommand(command) && run(command))}
        onClose={() => setAsking(null)}
      />
    </Stack>
  );
}

const OUTCOME_COLOURS: Record<Outcome['tone'], string> = {
  success: 'success',
  error: 'error',
  warning: 'warning',
  neutral: 'gray',
};

type OutcomeAlertProps = { outcome: Pick<Outcome, 'tone' | 'text'>; onClose: () => void };
export function OutcomeAlert({ outcome: { tone, text }, onClose }: OutcomeAlertProps) {
  const { t } = useTranslation('commands');
  return (
    <Alert
      color={OUTCOME_COLOURS[tone]}
      variant="light"
      py="xs"
      role={tone === 'error' ? 'alert' : 'status'}
      withCloseButton
      closeButtonLabel={t('broadcast.dismiss')}
      onClose={onClose}
    >
      {text}
    </Alert>
  );
}

const ICONS: Record<BroadcastCommand, Icon> = {
  reboot: IconPower,
  install: IconDownload,
  reinstall: IconRefreshAlert,
};

export function CommandIcon({ command }: { command: BroadcastCommand }) {
  const CommandsIcon = ICONS[command];
  return <CommandsIcon size={16} aria-hidden />;
}

const STEPS = ['sent', 'accepted', 'running', 'done'] as const;

type CommandProgressProps = {
  entry: CommandResultAnswer | undefined;
  sending: BroadcastCommand | null;
};

export function CommandProgress({ entry, sending }: CommandProgressProps) {
  const { t } = useTranslation('commands');
  const command = entry?.command ?? sending;
  if (!command) return null;
  const current = STEPS.indexOf(entry?.phase ?? 'sent');
  const { percent, step } = entry ? progressOf(entry) : { percent: null, step: null };
  return (
    <section className={classes.progress} aria-live="polite" aria-label={t('phase.label')}>
      <ol className={classes.steps}>
        {STEPS.map((name, index) => (
          <li
            key={name}
            data-reached={index <= current || undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            {t(`phase.${name}`)}
          </li>
        ))}
      </ol>
      <Progress value={percent ?? (current + 1) * 10} size="sm" animated aria-label={t(`name.${command}`)} />
      <Text size="xs" c="dimmed" className={classes.detail}>
        <span>
          {t(`name.${command}`)}
          {step && `: ${step}`}
        </span>
        <span>{percent !== null && t('phase.percent', { percent: Math.round(percent) })}</span>
      </Text>
    </section>
  );
}
