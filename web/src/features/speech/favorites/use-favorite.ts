import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api/api-error.ts';
import { toast, type ToastTone } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { sampleFileOf } from '../samples/index.ts';
import { useAddFavoriteMutation, useRemoveFavoriteMutation } from './favorites-api.ts';
import { FAVORITES_TOAST_MS } from './voice-choice.ts';

/** Shows a toast of this screen. */
export const showToast = (tone: ToastTone, message: string): string =>
  toast(tone, message, { durationMs: FAVORITES_TOAST_MS });

/** No answer was received. */
const isNetwork = (error: unknown): boolean => isApiError(error) && error.status === 0;

type NamedVoice = { voice_name: string; name: string };

/** Adds a voice and shows the result. */
export function useAddFavorite(): [add: (voice: NamedVoice | undefined) => Promise<void>, isAdding: boolean] {
  const { t } = useTranslation(['favorites', 'common']);
  const errorText = useErrorMessage();
  const [add, { isLoading }] = useAddFavoriteMutation();
  const run = async (voice: NamedVoice | undefined): Promise<void> => {
    if (!voice) {
      showToast('error', t('add.no_voice'));
      return;
    }
    const { voice_name, name } = voice;
    const { error } = await add({ voice_name, sample_url: sampleFileOf(voice_name) });
    if (!error) showToast('success', t('add.done', { name }));
    else if (isNetwork(error)) showToast('error', t('network'));
    else showToast('error', t('add.failed', { reason: errorText(error, t('common:error.fallback')) }));
  };
  return [run, isLoading];
}

/** Removes a voice and shows the result. */
export function useRemoveFavorite(): [remove: (voice_name: string) => Promise<void>, isRemoving: boolean] {
  const { t } = useTranslation('favorites');
  const [remove, { isLoading }] = useRemoveFavoriteMutation();
  const run = async (voice_name: string): Promise<void> => {
    const { error } = await remove({ voice_name });
    if (!error) showToast('success', t('list.removed'));
    else showToast('error', t(isNetwork(error) ? 'network' : 'list.remove_failed'));
  };
  return [run, isLoading];
}
