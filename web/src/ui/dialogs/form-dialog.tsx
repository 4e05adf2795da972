import { Modal, type ModalProps, Button, Group, type GroupProps } from '@mantine/core';
import { useId, useState, type ReactNode, type ComponentProps } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { DraftScope } from '../../lib/use-form-draft.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LineSkeletons } from '../states/skeletons.tsx';

type Parts = {
  onCancel: () => void;
  /** Reports whether anything was typed. Stable, so that an effect can depend on it. */
  onDirty: (dirty: boolean) => void;
};
type FormDialogProps = Pick<ModalProps, 'title' | 'size' | 'fullScreen'> & {
  /** The search parameter that opens the dialog, where other parts of the address are places inside of it. */
  param?: string;
  /** Instead of a modal, such as a drawer. */
  renderFrame?: (parts: {
    onClose: () => void;
    closeOnEscape: boolean;
    title: ReactNode;
    children: ReactNode;
  }) => ReactNode;
  onClose: () => void;
  children: (parts: Parts) => ReactNode;
};

/** A form in a dialog. Closing it and leaving the page discard the input, after a confirmation; see SHELL-18. */
export function FormDialog({ title, size, fullScreen, param, renderFrame, onClose, children }: FormDialogProps) {
  const { t } = useTranslation('common');
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const [drafts] = useState(() => new Set<() => void>());
  const forgetDrafts = (): void => drafts.forEach((forget) => forget());
  const id = useId();
  const close = (): void => {
    if (isDialogAbove(id)) return;
    // After the key event: otherwise the confirmation would be closed by the Escape that opens it.
    if (dirty) setTimeout(() => setAsking(true));
    else onClose();
  };
  const content = (
    <DraftScope value={drafts}>
      <div id={id}>{children({ onCancel: close, onDirty: setDirty })}</div>
    </DraftScope>
  );
  return (
    <>
      {renderFrame ? (
        renderFrame({ onClose: close, closeOnEscape: !asking, title, children: content })
      ) : (
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
          {content}
        </Modal>
      )}
      {/* Only while it is needed: the router asks one guard, the last one. */}
      {dirty && (
        <LeaveGuard active inDialog onDiscard={forgetDrafts} {...(param !== undefined && { params: [param] })} />
      )}
      <ConfirmDialog
        opened={asking}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.keep')}
        tone="error"
        onConfirm={() => {
          forgetDrafts();
          onClose();
        }}
        onClose={() => setAsking(false)}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </>
  );
}

type FormButtonsProps = Pick<GroupProps, 'mt'> & {
  submitLabel: string;
  submitting: boolean;
  submitDisabled?: boolean;
  /** The form cannot be left while it is sent. */
  cancelDisabled?: boolean;
  cancelLabel?: string;
  tone?: 'error' | undefined;
  onCancel: () => void;
  children?: ReactNode;
};

export function FormButtons({
  submitLabel,
  submitting,
  submitDisabled = false,
  cancelDisabled = false,
  cancelLabel,
  tone,
  mt,
  onCancel,
  children,
}: FormButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="sm" mt={mt} data-form-buttons>
      {children}
      <Button variant="default" onClick={onCancel} disabled={cancelDisabled}>
        {cancelLabel ?? t('cancel')}
      </Button>
      <Button type="submit" {...(tone && { color: tone })} loading={submitting} disabled={submitDisabled}>
        {submitLabel}
      </Button>
    </Group>
  );
}

type LoadingDialogProps = {
  title: string;
  /** null while the object is loading. */
  failure: ComponentProps<typeof ErrorState> | null;
  /** As many lines as the dialog will have fields. */
  skeleton: ComponentProps<typeof LineSkeletons>;
  onClose: () => void;
};

export function LoadingDialog({ title, failure, skeleton, onClose }: LoadingDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      {failure ? <ErrorState {...failure} /> : <LineSkeletons {...skeleton} />}
    </Modal>
  );
}

/**
 * The focus is in another dialog than the one that contains the element with this id. Escape there closes only that
 * one, but reaches both.
 */
export function isDialogAbove(id: string): boolean {
  const holder = document.activeElement?.closest('[role="dialog"]');
  return holder != null && !holder.contains(document.getElementById(id));
}
