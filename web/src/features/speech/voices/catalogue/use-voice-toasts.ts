import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../../../app/store.ts';
import { isApiError } from '../../../../lib/api/api-error.ts';
import { baseApi } from '../../../../lib/api/base-api.ts';
import { toast, type ToastTone } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';

/** How long every toast of the page is shown; see VOICE-16. */
export const VOICE_TOAST_MS = 5_000;

/** Toasts of the catalogue: top right, 5 s, closed by a click; see VOICE-16. */
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
    /** Shows what failed, and the server's reason. */
    fail: (what: string, error: unknown): void => {
      const reason = errorText(error);
      if (reason === '') showToast('error', what);
      else showToast('error', reason, what);
    },
    /** Shows that a voice is no longer in the catalogue, and refetches the list. */
    reportMissing: (): void => {
      showToast('error', t('missing'));
      dispatch(baseApi.util.invalidateTags(['Voice']));
    },
  };
}

/** Whether the voice no longer exists. */
export const isMissing = (error: unknown): boolean => isApiError(error) && error.code === 'not_found';
