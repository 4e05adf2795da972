import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZones } from '../../../../api/lookups/use-lookups.ts';
import { VoiceSelect } from '../../../speech/favorites/index.ts';
import { TimeZoneSelect } from '../../../../ui/pickers/time-zone-select.tsx';
import { hoursOf, type DeviceChoice } from '../device-defaults.ts';

const MINUTES_PER_HOUR = 60;

type Props = { initial: DeviceChoice; onSave: (choice: DeviceChoice) => Promise<void> };

/** Time zone, default language and default voice. The choice is kept after an error. */
export function ChoiceForm({ initial, onSave }: Props) {
  const { t } = useTranslation('user-devices');
  const { list: zones } = useTimeZones();
  const [choice, setChoice] = useState(initial);
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    await onSave(choice);
    setSaving(false);
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TimeZoneSelect
          zones={zones}
          label={t('settings.time_zone')}
          place={{ time_zone: choice.time_zone, utc_offset: choice.utc * MINUTES_PER_HOUR }}
          value={choice.time_zone}
          onChange={(time_zone) => setChoice({ ...choice, time_zone, utc: hoursOf(time_zone) })}
        />
        <VoiceSelect
          language={choice.voices_lang_deff}
          voice={choice.voices_voice_deff}
          onChange={({ language, voice }) =>
            setChoice({ ...choice, voices_lang_deff: language, voices_voice_deff: voice })
          }
        />
      </SimpleGrid>
      <Group justify="flex-end">
        <Button loading={saving} disabled={choice.voices_voice_deff === ''} onClick={() => void save()}>
          {t('settings.save')}
        </Button>
      </Group>
    </Stack>
  );
}
