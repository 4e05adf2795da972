import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { useTranslation } from '../../../lib/translation.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, unlessFailed } from '../../../lib/api/call.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { toast, type ToastTone } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { sampleFileOf } from '../samples/index.ts';
import { FAVORITES_TOAST_MS } from './voice-choice.ts';

const favoritesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getFavorites: build.query({ ...call(voiceFavoritesHttp.list), providesTags: ['Favorite', 'Voice', 'Live'] }),
    addFavorite: build.mutation({
      ...call(voiceFavoritesHttp.add),
      // A voice that no longer exists must not be offered again.
      invalidatesTags: (_answer, error) => (error ? (error.status === 404 ? ['Voice'] : []) : ['Favorite']),
    }),
    removeFavorite: build.mutation({
      ...call(voiceFavoritesHttp.remove),
      invalidatesTags: unlessFailed('Favorite'),
    }),
  }),
});

export const { useGetFavoritesQuery, useAddFavoriteMutation, useRemoveFavoriteMutation } = favoritesApi;

export const showToast = (tone: ToastTone, message: string): string =>
  toast(tone, message, { durationMs: FAVORITES_TOAST_MS });

const isNetwork = (error: unknown): boolean => isApiError(error) && error.status === 0;
type NamedVoice = { voice_name: string; name: string };
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
