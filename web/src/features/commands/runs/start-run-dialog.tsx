import { Modal, Stack, Text, Group, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../../lib/translation.ts';
import {
  type RunCommand,
  type RunTargets,
  RUN_COMMANDS,
  WAVE_PAUSE_S,
  WAVE_SIZE,
  type StartRun,
  type RunPreview as Preview,
} from '@belfry/schemas/http/command-runs/runs';
import { EXPIRES_IN_S } from '@belfry/schemas/http/commands/commands';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { usePreviewRunQuery, useStartRunMutation } from './runs-api.ts';
import { ExpirySelect, VolumeFields, type Channel } from '../command-fields.tsx';

type RunFormValues = {
  command: RunCommand;
  channel: Channel;
  volume: number;
  wave_size: number;
  pause_s: number;
  /** Percent. */
  max_errors: number;
  queue_offline: boolean;
  expires_in_s: number;
};

type Props = {
  targets: RunTargets;
  /** The targets in words, such as "12 selected devices". */
  label: string;
  command?: RunCommand;
  onClose: () => void;
};

/**
 * Chooses a command for many devices and how it goes out, and starts it on the server; see CMD-20. Then it closes and opens
 * the run, whose dialog must be on the page (`RunsButton`).
 */
export function StartRunDialog({ targets, label, command = 'refresh_info', onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation(['command-runs', 'common']);
  const errorText = useErrorMessage();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => initialRun(command));
  const preview = usePreviewRunQuery(targets, { refetchOnMountOrArgChange: true });
  const [start, { isLoading, error }] = useStartRunMutation();
  const failure = error ?? preview.error;
  const submit = async (): Promise<void> => {
    const { data } = await start(toStartRun(values, targets));
    if (!data) return;
    onClose();
    void navigate(`/activity?view=changes&open=commands:${data.run_id}`);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('start.title', { label })}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('start.text')}
          </Text>
          <RunFields values={values} onChange={(change) => setValues((now) => ({ ...now, ...change }))} />
          {failure ? (
            <Notice tone="error">{errorText(failure, t('start.failed'))}</Notice>
          ) : (
            <RunPreview preview={preview.data} queued={values.queue_offline} />
          )}
          <FormButtons
            submitLabel={t('start.submit', { count: preview.data?.devices ?? 0 })}
            submitting={isLoading}
            submitDisabled={preview.data?.devices === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

type RunFieldsProps = { values: RunFormValues; onChange: (change: Partial<RunFormValues>) => void };
function RunFields({ values, onChange }: RunFieldsProps) {
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

export function RunPreview({ preview, queued }: { preview: Preview | undefined; queued: boolean }) {
  const { t } = useTranslation('command-runs');
  const locale = useLocale();
  if (!preview) return <Text size="sm">{t('preview.counting')}</Text>;
  const counts = {
    devices: formatCount(preview.devices, locale),
    online: formatCount(preview.online, locale),
    offline: formatCount(preview.offline, locale),
  };
  return (
    <output>
      <Text size="sm" fw={400}>
        {t('preview.devices', { ...counts, count: preview.devices })}
      </Text>
      {preview.offline > 0 && (
        <Text size="xs" c="dimmed">
          {t(queued ? 'preview.queued' : 'preview.unreachable', { ...counts, count: preview.offline })}
        </Text>
      )}
    </output>
  );
}

const DEFAULT_VOLUME = 50;
const DEFAULT_MAX_ERRORS = 20;

const initialRun = (command: RunCommand): RunFormValues => ({
  command,
  channel: '1',
  volume: DEFAULT_VOLUME,
  wave_size: WAVE_SIZE.default,
  pause_s: WAVE_PAUSE_S.default,
  max_errors: DEFAULT_MAX_ERRORS,
  queue_offline: false,
  expires_in_s: EXPIRES_IN_S.default,
});

const toStartRun = (values: RunFormValues, targets: RunTargets): StartRun => ({
  command: values.command,
  params: values.command === 'set_volume' ? { channel: Number(values.channel), volume: values.volume } : {},
  targets,
  wave_size: values.wave_size,
  pause_s: values.pause_s,
  max_error_rate: values.max_errors / 100,
  queue_offline: values.queue_offline,
  ...(values.queue_offline && { expires_in_s: values.expires_in_s }),
});
