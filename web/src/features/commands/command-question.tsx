import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SUPPORT_MESSAGE_LENGTH_MAX, type Command } from '@belfry/schemas/mqtt/commands';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

/** The commands that ask before they are sent; see CMD-28. */
const ASKED = ['reboot', 'reinstall', 'contact_support'] as const;
export type AskedCommand = (typeof ASKED)[number];

/** The command if it asks first, otherwise null. */
export const askedCommand = (command: Command): AskedCommand | null => ASKED.find((each) => each === command) ?? null;

type Props = {
  /** null while the dialog is closed. */
  command: AskedCommand | null;
  /** `params`: what was asked for. */
  onConfirm: (command: AskedCommand, params: { message?: string }) => void;
  onClose: () => void;
};

/** Asks before a command to one device that interrupts it; Contact Support asks for a text. */
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
