import { Stack, Textarea, Group, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { SUPPORT_MESSAGE_LENGTH_MAX, type Command } from '@belfry/schemas/mqtt/commands';
import { VOLUME_MAX, VOLUME_MIN } from '@belfry/schemas/domain/limits';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

/** The commands that ask before they are sent; see CMD-28. */
const ASKED = ['reboot', 'reinstall', 'contact_support'] as const;
export type AskedCommand = (typeof ASKED)[number];
export const askedCommand = (command: Command): AskedCommand | null => ASKED.find((each) => each === command) ?? null;

type Props = {
  /** null while the dialog is closed. */
  command: AskedCommand | null;
  onConfirm: (command: AskedCommand, params: { message?: string }) => void;
  onClose: () => void;
};

export function CommandQuestion({ command, onConfirm, onClose }: Props) {
  const { t } = useTranslation('commands');
  const [message, setMessage] = useState('');
  // The texts stay while the dialog closes.
  const [last, setLast] = useState<AskedCommand>('reboot');
  if (command !== null && command !== last) setLast(command);
  const asksText = last === 'contact_support';
  const confirm = (): void => {
    onConfirm(last, asksText ? { message: message.trim() } : {});
    setMessage('');
  };
  return (
    <ConfirmDialog
      opened={command !== null}
      title={t(`ask.${last}.title`)}
      confirmLabel={t(`ask.${last}.yes`)}
      tone={asksText ? 'purple' : 'warning'}
      confirmDisabled={asksText && message.trim() === ''}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>{t(`ask.${last}.text`)}</span>
        {asksText && (
          <Textarea
            label={t('ask.message')}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={SUPPORT_MESSAGE_LENGTH_MAX}
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

const CHANNELS = ['0', '1', '2'] as const;
export type Channel = (typeof CHANNELS)[number];

export function ChannelSelect({ value, onChange }: { value: Channel; onChange: (channel: Channel) => void }) {
  const { t } = useTranslation('command-runs');
  return (
    <NativeSelect
      label={t('field.channel')}
      value={value}
      data={CHANNELS.map((channel) => ({ value: channel, label: t(`channel.${channel}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Channel)}
    />
  );
}

type Values = { channel: Channel; volume: number };
export function VolumeFields({ values, onChange }: { values: Values; onChange: (change: Partial<Values>) => void }) {
  const { t } = useTranslation('command-runs');
  return (
    <Group grow align="start">
      <ChannelSelect value={values.channel} onChange={(channel) => onChange({ channel })} />
      <NumberInput
        label={t('field.volume')}
        min={VOLUME_MIN}
        max={VOLUME_MAX}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        value={values.volume}
        onChange={(volume) => typeof volume === 'number' && onChange({ volume })}
      />
    </Group>
  );
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Seconds. */
const CHOICES = [HOUR_S, 8 * HOUR_S, DAY_S, 3 * DAY_S, 7 * DAY_S];
type CommandFieldsProps = { value: number; onChange: (seconds: number) => void; size?: 'sm' | 'xs' };
export function ExpirySelect({ value, onChange, size = 'sm' }: CommandFieldsProps) {
  const { t } = useTranslation('command-runs');
  const nameOf = (seconds: number): string =>
    seconds < DAY_S ? t('expiry.hours', { count: seconds / HOUR_S }) : t('expiry.days', { count: seconds / DAY_S });
  return (
    <NativeSelect
      size={size}
      label={t('expiry.label')}
      value={value}
      data={CHOICES.map((seconds) => ({ value: String(seconds), label: nameOf(seconds) }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
