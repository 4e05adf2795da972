import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom } from '../../../lib/api/call.ts';

const packsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getVoicePacks: build.query({ ...call(voicePacksHttp.list), providesTags: ['Voice'] }),
    installVoicePack: build.mutation({
      ...callFrom(voicePacksHttp.install, ({ voice_name, licence_id }: { voice_name: string; licence_id: string }) => ({
        voice_name,
        accepted_licence: licence_id,
      })),
      invalidatesTags: ['Voice'],
      // Its progress is followed although a busy server does not answer with the list now.
      async onQueryStarted(_args, { dispatch, queryFulfilled }) {
        const pack = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (pack)
          dispatch(
            packsApi.util.updateQueryData('getVoicePacks', undefined, (list) => {
              list.packs = [...list.packs.filter(({ voice_name }) => voice_name !== pack.voice_name), pack];
              list.offers = list.offers.filter(({ voice_name }) => voice_name !== pack.voice_name);
            }),
          );
      },
    }),
    removeVoicePack: build.mutation({
      ...callFrom(voicePacksHttp.remove, (voice_name: string) => ({ voice_name })),
      // Refetched after an error too: somebody may have removed it.
      invalidatesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicePacksQuery, useInstallVoicePackMutation, useRemoveVoicePackMutation } = packsApi;
