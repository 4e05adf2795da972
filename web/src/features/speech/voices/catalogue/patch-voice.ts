import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { voicesApi } from '../voices-api.ts';

type RootState = Parameters<typeof voicesApi.util.selectInvalidatedBy>[0];

/** Patches a voice in every cached page of the catalogue. */
export const patchVoice =
  (voiceName: string, change: Partial<Voice>): ThunkAction<void, RootState, unknown, UnknownAction> =>
  (dispatch, getState) => {
    const pages = voicesApi.util
      .selectInvalidatedBy(getState(), ['Voice'])
      .filter(({ endpointName }) => endpointName === 'getVoicePage');
    for (const { originalArgs } of pages) {
      dispatch(
        voicesApi.util.updateQueryData('getVoicePage', originalArgs, ({ rows }) => {
          const voice = rows.find(({ voice_name }) => voice_name === voiceName);
          if (voice) Object.assign(voice, change);
        }),
      );
    }
  };
