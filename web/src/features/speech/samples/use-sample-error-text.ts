import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import type { SampleFailure } from './sample-failure.ts';

/** By `MediaError.code`; see VOICE-23. */
const MEDIA_TEXTS = {
  1: 'media.aborted',
  2: 'media.network',
  3: 'media.format',
  4: 'media.source',
} as const;
export const mediaText = (code: number): (typeof MEDIA_TEXTS)[keyof typeof MEDIA_TEXTS] | 'media.unknown' =>
  MEDIA_TEXTS[code as keyof typeof MEDIA_TEXTS] ?? 'media.unknown';

export type SampleErrorText = { title: string; text?: string };

/** Title and explanation for a sample that cannot be played. */
export function useSampleErrorText(): (failure: SampleFailure) => SampleErrorText {
  const { t } = useTranslation('voice-samples');
  const errorText = useErrorMessage();
  return (failure) => {
    switch (failure.kind) {
      case 'missing':
        return { title: t('missing.title'), text: t('missing.text') };
      case 'not_ready':
        return { title: t('not_ready.title'), text: t('not_ready.text') };
      case 'unplayable':
        return { title: t('unplayable') };
      case 'network':
        return { title: t('loading_error', { reason: errorText(failure.error) }) };
      case 'status':
        return { title: t('file_error', { code: failure.status }) };
      case 'media':
        return {
          title: failure.started ? t('playing_error') : t('file_error', { code: failure.code }),
          text: t(mediaText(failure.code)),
        };
      case 'refused':
        return { title: t('audio_error') };
      case 'no_source':
        return { title: t('no_source') };
    }
  };
}
