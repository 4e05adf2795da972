import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { AddLoudspeaker } from './add-loudspeaker.tsx';

/** The page of the dialog, with the place that is chosen at first. */
export const addLoudspeakerPath = (place?: number): string => (place === undefined ? '/add' : `/add?place=${place}`);

type Props = { place?: number; onClose: () => void };

/** Adds a loudspeaker by its code. Render it while it is open. */
export function AddLoudspeakerDialog({ place, onClose }: Props) {
  const { t } = useTranslation(['pairing', 'common']);
  const [attempt, setAttempt] = useState(0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size={440}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <AddLoudspeaker key={attempt} place={place} onDone={onClose} onAnother={() => setAttempt(attempt + 1)} />
    </Modal>
  );
}
