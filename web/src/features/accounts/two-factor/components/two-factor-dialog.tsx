import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../../lib/focus.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** Escape and clicks outside do not close a step whose content is shown only once. */
  sticky?: boolean;
  children: ReactNode;
};

/** The dialog of every step. */
export function TwoFactorDialog({ title, onClose, sticky = false, children }: Props) {
  const { t } = useTranslation('common');
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeOnEscape={!sticky}
      closeOnClickOutside={!sticky}
      withCloseButton={!sticky}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
