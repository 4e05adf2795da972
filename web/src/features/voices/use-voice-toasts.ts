import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../app/store.ts';
import { isApiError } from '../../api/api-error.ts';
import { baseApi } from '../../api/base-api.ts';
import { toast, type ToastTone } from '../../ui/toast.ts';
import { useErrorMessage } from '../../api/use-error-message.ts';

/** How long every message of the page shows; see VOICE-16. */
export const VOICE_TOAST_MS = 5_000;

/** Messages of the catalogue: top right, five seconds, closed by a click; see VOICE-16. */
export function useVoiceToasts() {
  const { t } = useTranslation('voices');
  const errorText = useErrorMessage();
  const dispatch = useDispatch<AppDispatch>();
  const showToast = (tone: ToastTone, message: string, title?: string): void => {
    toast(tone, message, { title, durationMs: VOICE_TOAST_MS, corner: 'top-right' });
  };
  return {
    showToast,
    errorText,
    /** Tells what failed, and the server's reason where it gave one. */
    fail: (what: string, error: unknown): void => {
      const reason = errorText(error);
      if (reason === '') showToast('error', what);
      else showToast('error', reason, what);
    },
    /** Tells that a voice is not in the catalogue any more, and has the list loaded again. */
    reportMissing: (): void => {
      showToast('error', t('missing'));
      dispatch(baseApi.util.invalidateTags(['Voice']));
    },
  };
}

/** Whether no voice is called so any more. */
export const isMissing = (error: unknown): boolean => isApiError(error) && error.code === 'not_found';
