import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BROADCAST_COMMANDS, type BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useBroadcast } from '../use-broadcast.ts';
import { CommandIcon } from './command-icon.tsx';

/** Reboot is last, since it interrupts playback on every device. */
const BUTTONS = BROADCAST_COMMANDS.toSorted((a, b) => Number(a === 'reboot') - Number(b === 'reboot'));
const COLOURS = { info: 'company', success: 'success', error: 'error' } as const;

/** Install All, Reinstall All and Reboot All, each with a confirmation; see CMD-11. The page shows what `onFailure` gets. */
export function BroadcastPanel({ onFailure }: { onFailure: (message: string) => void }) {
  const { t } = useTranslation('commands');
  const { broadcast, running, banner, dismiss } = useBroadcast(onFailure);
  const [selected, setSelected] = useState<BroadcastCommand>('reboot');
  const [confirming, setConfirming] = useState(false);
  const confirm = (command: BroadcastCommand): void => {
    setSelected(command);
    setConfirming(true);
  };
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
          {BUTTONS.map((command) => (
            <Button
              key={command}
              variant="default"
              leftSection={<CommandIcon command={command} />}
              disabled={running !== null && running !== command}
              loading={running === command}
              title={running !== null && running !== command ? t('panel.busy') : undefined}
              onClick={() => confirm(command)}
            >
              {t(`panel.${command}`)}
            </Button>
          ))}
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
      <ConfirmDialog
        opened={confirming}
        title={t(`confirm.${selected}.title`)}
        confirmLabel={t(`confirm.${selected}.yes`)}
        cancelLabel={t('confirm.no')}
        tone="warning"
        onConfirm={() => void broadcast(selected)}
        onClose={() => setConfirming(false)}
      >
        {t(`confirm.${selected}.text`)}
      </ConfirmDialog>
    </Paper>
  );
}
