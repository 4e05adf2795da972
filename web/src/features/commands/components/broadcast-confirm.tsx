import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { RunPreview } from '../runs/run-preview.tsx';
import { usePreviewRunQuery } from '../runs/runs-api.ts';

type Props = {
  /** null while the dialog is closed. */
  command: BroadcastCommand | null;
  onConfirm: (command: BroadcastCommand) => void;
  onClose: () => void;
};

const EVERY_DEVICE = { all: true } as const;

/** Confirms a command to every device, with the number of devices. */
export function BroadcastConfirm({ command, onConfirm, onClose }: Props) {
  const { t } = useTranslation('commands');
  // The texts stay while the dialog closes.
  const [last, setLast] = useState<BroadcastCommand>('reboot');
  if (command !== null && command !== last) setLast(command);
  const { data, error } = usePreviewRunQuery(EVERY_DEVICE, {
    skip: command === null,
    refetchOnMountOrArgChange: true,
  });
  return (
    <ConfirmDialog
      opened={command !== null}
      title={t(`confirm.${last}.title`)}
      confirmLabel={t(`confirm.${last}.yes`)}
      cancelLabel={t('confirm.no')}
      tone="warning"
      onConfirm={() => onConfirm(last)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>{t(`confirm.${last}.text`)}</span>
        {!error && <RunPreview preview={data} queued={false} />}
      </Stack>
    </ConfirmDialog>
  );
}
