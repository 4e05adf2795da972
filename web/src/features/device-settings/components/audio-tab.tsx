import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices';
import { usePlayerCommand } from '../players/use-player-command.ts';
import { usePlayerToasts } from '../players/use-player-toasts.ts';
import { useStatusRequests } from '../players/use-status-requests.ts';
import { FIRST_REFRESH_MS, REFRESH_AFTER_STOP_ALL_MS } from '../timings.ts';
import { PlayerCard } from './player-card.tsx';

type Props = {
  device: Pick<Device, 'serial' | 'players'>;
  /** Whether the device can receive commands. */
  online: boolean;
};

/** The three players, live, and what concerns all of them. */
export function AudioTab({ device: { serial, players }, online }: Props) {
  const { t } = useTranslation('device-settings');
  const notify = usePlayerToasts();
  const requests = useStatusRequests(serial);
  const send = usePlayerCommand(serial, notify);
  const { requestAll } = requests;

  useEffect(() => {
    if (online) requestAll(FIRST_REFRESH_MS);
  }, [online, requestAll]);

  const stopAll = (): void => {
    for (const channel of PLAYER_CHANNELS) void send(channel, '--stop');
    requestAll(REFRESH_AFTER_STOP_ALL_MS);
  };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button
          variant="light"
          color="error"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          disabled={!online}
          onClick={stopAll}
        >
          {t('audio.stop_all')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={!online}
          onClick={() => requestAll(0)}
        >
          {t('audio.refresh')}
        </Button>
      </Group>
      {PLAYER_CHANNELS.map((channel) => (
        <PlayerCard
          key={channel}
          serial={serial}
          channel={channel}
          status={players[channel]}
          requests={requests}
          notify={notify}
          disabled={!online}
        />
      ))}
    </Stack>
  );
}
