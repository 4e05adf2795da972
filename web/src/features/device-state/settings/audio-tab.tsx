import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { usePlayerCommand, usePlayerToasts } from './player-actions.ts';
import { useStatusRequests } from './player-status.ts';
import { FIRST_REFRESH_MS, REFRESH_AFTER_STOP_ALL_MS } from './timings.ts';
import { VoiceSelect } from '../../speech/favorites/index.ts';
import { FieldNote, Section } from './settings-parts.tsx';
import { PlayerCard } from './player-card.tsx';
import type { TabProps } from './system-tab.tsx';

export function AudioTab({ device, online, settings }: Pick<TabProps, 'device' | 'online' | 'settings'>) {
  return (
    <Stack gap="md">
      <Players device={device} online={online} />
      <AudioSettings settings={settings} />
    </Stack>
  );
}

function AudioSettings({ settings: { form, configuration } }: Pick<TabProps, 'settings'>) {
  const { t } = useTranslation('device-settings');
  const { voices_lang_deff, voices_voice_deff } = form.getValues();
  return (
    <>
      <Section title={t('audio.announcements')}>
        <VoiceSelect
          language={voices_lang_deff}
          voice={voices_voice_deff}
          onChange={({ language, voice }) => form.setValues({ voices_lang_deff: language, voices_voice_deff: voice })}
        />
        <FieldNote configuration={configuration} field="voices_voice_deff" />
      </Section>
      <Section title={t('audio.station')}>
        <div>
          <TextInput label={t('audio.station_url')} maxLength={500} {...form.getInputProps('current_radio_url')} />
          <FieldNote configuration={configuration} field="current_radio_url" />
        </div>
      </Section>
    </>
  );
}

type PlayersProps = { device: Pick<Device, 'serial' | 'players'>; online: boolean };

export function Players({ device: { serial, players }, online }: PlayersProps) {
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
