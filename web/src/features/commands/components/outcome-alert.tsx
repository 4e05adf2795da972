import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../command-outcome.ts';

const OUTCOME_COLOURS: Record<Outcome['tone'], string> = {
  success: 'success',
  error: 'error',
  warning: 'warning',
  neutral: 'gray',
};

type Props = { outcome: Pick<Outcome, 'tone' | 'text'>; onClose: () => void };

/** How a command has ended, until it is closed. */
export function OutcomeAlert({ outcome: { tone, text }, onClose }: Props) {
  const { t } = useTranslation('commands');
  return (
    <Alert
      color={OUTCOME_COLOURS[tone]}
      variant="light"
      py="xs"
      role={tone === 'error' ? 'alert' : 'status'}
      withCloseButton
      closeButtonLabel={t('broadcast.dismiss')}
      onClose={onClose}
    >
      {text}
    </Alert>
  );
}
