import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DeviceForm, type DeviceFormProps } from './device-form.tsx';

type Props = Omit<DeviceFormProps, 'onCancel' | 'onDirty'> & { title: string; onClose: () => void };

/** The form in its dialog. Closing throws it away; what was typed is asked about first. */
export function DeviceFormDialog({ title, onClose, ...form }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    // After the key press is over: the question would take the very Escape that opens it for its own.
    if (dirty) setTimeout(() => setAsking(true));
    else onClose();
  };
  return (
    <>
      <Modal
        opened
        onClose={close}
        closeOnEscape={!asking}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <DeviceForm {...form} onCancel={close} onDirty={setDirty} />
      </Modal>
      <ConfirmDialog
        opened={asking}
        title={t('form.discardTitle')}
        confirmLabel={t('form.discard')}
        cancelLabel={t('form.keep')}
        tone="error"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {t('form.discardText')}
      </ConfirmDialog>
    </>
  );
}
