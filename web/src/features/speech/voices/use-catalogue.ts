import type { Voice } from '@belfry/schemas/http/speech/voices';
import { useTranslation } from '../../../lib/translation.ts';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../../app/store.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { toast, type ToastTone } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { sampleCache } from '../samples/index.ts';
import {
  useBlockVoiceMutation,
  useRenameVoiceMutation,
  useResetSamplesMutation,
  useSyncVoicesMutation,
} from './voices-api.ts';

/** The actions on voices and on the whole catalogue, with their toasts; see VOICE-12 and VOICE-15. */
export function useCatalogue() {
  const { t } = useTranslation('voices');
  const { showToast, fail, reportMissing } = useVoiceToasts();
  const [blockVoice] = useBlockVoiceMutation();
  const [renameVoice] = useRenameVoiceMutation();
  const [syncVoices] = useSyncVoicesMutation();
  const [resetSamples] = useResetSamplesMutation();
  const reasonText = useReasonText();
  const failed = (what: string, error: unknown): void => (isMissing(error) ? reportMissing() : fail(what, error));
  return {
    block: async ({ voice_name, display_name }: Voice, block: boolean): Promise<void> => {
      const { error } = await blockVoice({ voice_name, display_name, block });
      if (error) failed(t('block.failed'), error);
    },
    /** An empty or unchanged name sends no request. Resolves to whether the field may close. */
    rename: async ({ voice_name, display_name }: Voice, typed: string): Promise<boolean> => {
      const name = typed.trim();
      if (name === '' || name === display_name) return true;
      const { error } = await renameVoice({ voice_name, old_display_name: display_name, new_display_name: name });
      if (error) failed(t('rename.failed'), error);
      else showToast('success', t('rename.done'));
      return !error;
    },
    sync: async (): Promise<void> => {
      const { data: changes, error } = await syncVoices();
      if (!changes) return fail(t('sync.failed'), error);
      // A voice may have changed, so its cached samples are removed.
      sampleCache.clear();
      const { success: _done, neural_problem: problem, ...counts } = changes;
      showToast('success', t('sync.changes', counts), t('sync.done'));
      if (problem !== undefined) showToast('warning', reasonText(problem), t('sync.neural_problem'));
    },
    reset: async (): Promise<void> => {
      const { error } = await resetSamples();
      if (error) return fail(t('reset.failed'), error);
      sampleCache.clear();
      showToast('success', t('reset.done'));
    },
  };
}

/** How long every toast of the page is shown; see VOICE-16. */
const VOICE_TOAST_MS = 5_000;

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
    fail: (what: string, error: unknown): void => {
      const reason = errorText(error);
      if (reason === '') showToast('error', what);
      else showToast('error', reason, what);
    },
    reportMissing: (): void => {
      showToast('error', t('missing'));
      dispatch(baseApi.util.invalidateTags(['Voice']));
    },
  };
}

export const isMissing = (error: unknown): boolean => isApiError(error) && error.code === 'not_found';
