import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** What is shown once is not lost to a stray key or click. */
  sticky?: boolean;
  children: ReactNode;
};

/** The frame of every step. */
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
