import { SOUND_LEVEL, type SoundTestSetting } from '@belfry/schemas/domain/sound-tests';
import { Group, NumberInput, Stack, Switch } from '@mantine/core';
import { useTranslation } from '../../../../lib/translation.ts';
import { TimeField } from '../../../../ui/fields/time-field.tsx';

type Props = { value: SoundTestSetting; onChange: (value: SoundTestSetting) => void };

/** Whether the devices of a place test their sound at night, when, and how loud; and whether they listen while they announce. */
export function SoundTestField({ value, onChange }: Props) {
  const { t } = useTranslation('places');
  const set = (change: Partial<SoundTestSetting>): void => onChange({ ...value, ...change });
  return (
    <Stack gap="xs">
      <Switch
        label={t('settings.sound_test')}
        description={t('sound_test.hint')}
        checked={value.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      {value.enabled && (
        <Group gap="xs" align="end">
          {(['from', 'to'] as const).map((edge) => (
            <TimeField
              key={edge}
              size="xs"
              label={t(`sound_test.${edge}`)}
              value={value[edge]}
              onChange={(time) => time !== '' && set({ [edge]: time })}
            />
          ))}
          <NumberInput
            size="xs"
            w={120}
            label={t('sound_test.level')}
            suffix=" %"
            min={SOUND_LEVEL.min}
            max={SOUND_LEVEL.max}
            clampBehavior="strict"
            allowDecimal={false}
            value={value.level}
            onChange={(level) => typeof level === 'number' && level >= SOUND_LEVEL.min && set({ level })}
          />
        </Group>
      )}
      <Switch
        label={t('sound_test.passive')}
        description={t('sound_test.passive_hint')}
        checked={value.passive ?? false}
        onChange={({ currentTarget }) => set({ passive: currentTarget.checked })}
      />
    </Stack>
  );
}
