import { Alert, Group, Paper, Text, Title, Stack, Button, Menu } from '@mantine/core';
import { useState, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { type BroadcastCommand, BROADCAST_COMMANDS } from '@belfry/schemas/mqtt/commands';
import { IconChevronDown, IconStack2 } from '@tabler/icons-react';
import type { BroadcastAnswer } from '@belfry/schemas/http/commands/commands';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { isApiError } from '../../lib/api/api-error.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { RunsButton } from './runs/runs-button.tsx';
import { RunPreview } from './runs/start-run-dialog.tsx';
import { usePreviewRunQuery } from './runs/runs-api.ts';
import { CommandIcon } from './device-commands.tsx';
import { useBroadcastCommandMutation } from './commands-api.ts';

const COLOURS = { info: 'company', success: 'success', error: 'error' } as const;

type Props = {
  onFailure: (message: string) => void;
  onStartRun: () => void;
};

/** Install All, Reinstall All and Reboot All, each with a confirmation, and the runs of the page; see CMD-11 and CMD-25. */
export function BroadcastPanel({ onFailure, onStartRun }: Props) {
  const { t } = useTranslation('commands');
  const { broadcast, running, banner, dismiss } = useBroadcast(onFailure);
  const [confirming, setConfirming] = useState<BroadcastCommand | null>(null);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="broadcast-title">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h5" id="broadcast-title">
            {t('panel.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('panel.text')}
          </Text>
        </div>
        <Group gap="xs">
          <RunsButton />
          <BroadcastMenu running={running} onChoose={setConfirming} onStartRun={onStartRun} />
        </Group>
      </Group>
      {banner && (
        <Alert
          mt="sm"
          py="xs"
          color={COLOURS[banner.tone]}
          role={banner.tone === 'error' ? 'alert' : 'status'}
          withCloseButton
          closeButtonLabel={t('broadcast.dismiss')}
          onClose={dismiss}
        >
          {banner.text}
        </Alert>
      )}
      <BroadcastConfirm
        command={confirming}
        onConfirm={(command) => void broadcast(command)}
        onClose={() => setConfirming(null)}
      />
    </Paper>
  );
}

type Banner = { tone: 'info' | 'success' | 'error'; text: string };
const SUCCESS_MS = 5_000;

function reasonOf(answer: BroadcastAnswer | undefined, error: unknown): string {
  if (answer) return answer.error || answer.message;
  return isApiError(error) ? error.message || String(error.status) : String(error);
}

/** Sends a command to every device: banner info, then success for 5 s or error until dismissed; see CMD-11. */
function useBroadcast(onFailure: (message: string) => void) {
  const { t } = useTranslation('commands');
  const [send] = useBroadcastCommandMutation();
  const [running, setRunning] = useState<BroadcastCommand | null>(null);
  const [banner, show, dismiss] = useExpiringState<Banner>();

  const broadcast = async (command: BroadcastCommand): Promise<void> => {
    if (readUserKey() === null) return show({ tone: 'error', text: t('device.noSerial') });
    setRunning(command);
    show({ tone: 'info', text: t('broadcast.sending', { command }) });
    const { data, error } = await send(command);
    setRunning(null);
    if (data?.success) return show({ tone: 'success', text: t(`broadcast.${command}`) }, SUCCESS_MS);
    const reason = reasonOf(data, error);
    show({ tone: 'error', text: t('broadcast.failed', { command, reason }) });
    onFailure(t(`broadcast.pageError.${command}`, { reason }));
  };
  return { broadcast, running, banner, dismiss };
}

/** Reboot is last, since it interrupts playback on every device. */
const COMMANDS = BROADCAST_COMMANDS.toSorted((a, b) => Number(a === 'reboot') - Number(b === 'reboot'));

type BroadcastMenuProps = {
  running: BroadcastCommand | null;
  onChoose: (command: BroadcastCommand) => void;
  onStartRun: () => void;
};

function BroadcastMenu({ running, onChoose, onStartRun }: BroadcastMenuProps) {
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

type BroadcastConfirmProps = {
  /** null while the dialog is closed. */
  command: BroadcastCommand | null;
  onConfirm: (command: BroadcastCommand) => void;
  onClose: () => void;
};

const EVERY_DEVICE = { all: true } as const;

function BroadcastConfirm({ command, onConfirm, onClose }: BroadcastConfirmProps) {
  const { t } = useTranslation('commands');
  // The texts stay while the dialog closes.
  const [last, setLast] = useState<BroadcastCommand>('reboot');
  if (command !== null && command !== last) setLast(command);
  const { data, error } = usePreviewRunQuery(EVERY_DEVICE, {
    skip: command === null,
    refetchOnMountOrArgChange: true,
  });
  return (
    <ConfirmDialog
      opened={command !== null}
      title={t(`confirm.${last}.title`)}
      confirmLabel={t(`confirm.${last}.yes`)}
      cancelLabel={t('confirm.no')}
      tone="warning"
      onConfirm={() => onConfirm(last)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>{t(`confirm.${last}.text`)}</span>
        {!error && <RunPreview preview={data} queued={false} />}
      </Stack>
    </ConfirmDialog>
  );
}
