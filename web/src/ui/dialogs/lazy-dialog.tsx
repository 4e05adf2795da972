import { Modal } from '@mantine/core';
import type { ComponentType, PropsWithChildren } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { lazyPart, type LazyPart } from '../states/lazy-part.tsx';
import { LineSkeletons } from '../states/skeletons.tsx';

type Closable = { onClose: () => void };
type Load<P> = () => Promise<ComponentType<P>>;

/** A dialog whose code is loaded when it is opened. Until then an empty dialog shows a skeleton, or the error. */
export const lazyDialog = <P extends Closable>(load: Load<P>): ComponentType<P> =>
  withReturnFocus(lazyPart({ load, Waiting: DialogSkeleton, Frame: DialogFrame }));

/** The frame has the focus when the loaded part is mounted, so the part itself cannot return it to the opener. */
function withReturnFocus<P extends object>(Part: LazyPart<P>): ComponentType<P> {
  return function LazyDialog(props: P) {
    useReturnFocus();
    return <Part {...props} />;
  };
}

const DialogSkeleton = () => <LineSkeletons count={6} height={36} />;

function DialogFrame({ onClose, children }: PropsWithChildren<Closable>) {
  const { t } = useTranslation('common');
  return (
    <Modal opened onClose={onClose} centered title={t('loading')} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Modal>
  );
}
