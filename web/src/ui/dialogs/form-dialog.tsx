import { Modal, type ModalProps } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { isDialogAbove } from './dialog-above.ts';
import { LeaveGuard } from './leave-guard.tsx';

type Parts = {
  /** Closes the dialog, after a confirmation where something was typed. */
  onCancel: () => void;
  /** Reports whether anything was typed. Stable, so that an effect can depend on it. */
  onDirty: (dirty: boolean) => void;
};
type Props = Pick<ModalProps, 'title' | 'size' | 'fullScreen'> & {
  /** The search parameter that opens the dialog, where other parts of the address are places inside of it. */
  param?: string;
  onClose: () => void;
  children: (parts: Parts) => ReactNode;
};

/** A form in a dialog. Closing it and leaving the page discard the input, after a confirmation; see SHELL-18. */
export function FormDialog({ title, size, fullScreen, param, onClose, children }: Props) {
  const { t } = useTranslation('common');
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const id = useId();
  const close = (): void => {
    if (isDialogAbove(id)) return;
    // After the key event: otherwise the confirmation would be closed by the Escape that opens it.
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
        size={size}
        fullScreen={fullScreen}
        centered
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <div id={id}>{children({ onCancel: close, onDirty: setDirty })}</div>
      </Modal>
      {/* Only while it is needed: the router asks one guard, the last one. */}
      {dirty && <LeaveGuard active inDialog {...(param !== undefined && { params: [param] })} />}
      <ConfirmDialog
        opened={asking}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.keep')}
        tone="error"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </>
  );
}
