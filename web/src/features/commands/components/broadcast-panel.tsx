import { Alert, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { RunsButton } from '../runs/runs-button.tsx';
import { useBroadcast } from '../use-broadcast.ts';
import { BroadcastConfirm } from './broadcast-confirm.tsx';
import { BroadcastMenu } from './broadcast-menu.tsx';

const COLOURS = { info: 'company', success: 'success', error: 'error' } as const;

type Props = {
  /** The page shows the message. */
  onFailure: (message: string) => void;
  /** A command for all devices in waves. */
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
