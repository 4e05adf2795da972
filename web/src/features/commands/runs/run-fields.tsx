import { Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RUN_COMMANDS, WAVE_PAUSE_S, WAVE_SIZE, type RunCommand } from '@belfry/schemas/http/commands/runs';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { ExpirySelect } from '../components/expiry-select.tsx';
import { VolumeFields } from '../components/volume-fields.tsx';
import type { RunFormValues } from './run-form.ts';

type Props = { values: RunFormValues; onChange: (change: Partial<RunFormValues>) => void };

/** The fields of a run: the command, and how it goes out. */
export function RunFields({ values, onChange }: Props) {
  const { t } = useTranslation(['command-runs', 'commands']);
  const number = (name: 'wave_size' | 'pause_s' | 'max_errors', min: number, max: number) => ({
    label: t(`field.${name}`),
    min,
    max,
    clampBehavior: 'blur' as const,
    allowDecimal: false,
    allowNegative: false,
    value: values[name],
    onChange: (value: string | number) => typeof value === 'number' && onChange({ [name]: value }),
  });
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('field.command')}
        value={values.command}
        data={RUN_COMMANDS.map((command) => ({ value: command, label: t(`commands:name.${command}`) }))}
        onChange={({ currentTarget }) => onChange({ command: currentTarget.value as RunCommand })}
        data-autofocus
      />
      {values.command === 'set_volume' && <VolumeFields values={values} onChange={onChange} />}
      <Group grow align="start">
        <NumberInput {...number('wave_size', WAVE_SIZE.min, WAVE_SIZE.max)} />
        <NumberInput {...number('pause_s', 0, WAVE_PAUSE_S.max)} suffix=" s" />
      </Group>
      <NumberInput {...number('max_errors', 0, 100)} suffix=" %" description={t('field.max_errors_hint')} />
      <SwitchRow
        label={t('field.queue_offline')}
        description={t('field.queue_offline_hint')}
        checked={values.queue_offline}
        onChange={(queue_offline) => onChange({ queue_offline })}
      />
      {values.queue_offline && (
        <ExpirySelect value={values.expires_in_s} onChange={(expires_in_s) => onChange({ expires_in_s })} />
      )}
    </Stack>
  );
}
