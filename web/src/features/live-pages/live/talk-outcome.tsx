import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { MICROPHONE_FAULTS, type MicrophoneFault } from '../audio/faults.ts';
import type { TalkEnd, TalkState } from './talk-state.ts';

const TONES: Partial<Record<TalkEnd, 'success' | 'warning'>> = {
  closed: 'success',
  released: 'warning',
  limit: 'warning',
};
const MARKS = { success: IconCircleCheck, warning: IconInfoCircle, error: IconAlertTriangle };

const isFault = (end: TalkEnd): end is MicrophoneFault => MICROPHONE_FAULTS.some((fault) => fault === end);

export function TalkOutcome({ talk }: { talk: TalkState }) {
  const { t } = useTranslation('live-pages');
  const messageOf = useErrorMessage();
  if (talk.phase !== 'ended') return null;
  const { end, error } = talk;
  const tone = TONES[end] ?? 'error';
  const Mark = MARKS[tone];
  const text = isFault(end) ? t(`fault.${end}`) : t(`end.${end}`);
  const isAlready = isApiError(error) && error.code === 'conflict';
  const refused = isAlready ? t('end.already') : messageOf(error, text);
  return (
    <Alert
      color={tone}
      variant="light"
      p="sm"
      role={tone === 'error' ? 'alert' : 'status'}
      icon={<Mark size={18} aria-hidden />}
    >
      {end === 'failed' ? refused : text}
    </Alert>
  );
}
