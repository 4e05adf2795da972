import { Modal } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../states/error-state.tsx';
import { LineSkeletons } from '../states/skeletons.tsx';

type Props = {
  title: string;
  /** Why the object could not be loaded; null while it is loading. */
  failure: ComponentProps<typeof ErrorState> | null;
  /** As many lines as the dialog will have fields. */
  skeleton: ComponentProps<typeof LineSkeletons>;
  onClose: () => void;
};

/** What a dialog shows until the object that it is about has been loaded. */
export function LoadingDialog({ title, failure, skeleton, onClose }: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      {failure ? <ErrorState {...failure} /> : <LineSkeletons {...skeleton} />}
    </Modal>
  );
}
