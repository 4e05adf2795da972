import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { recipientsHttp } from '@belfry/schemas/http/mail/recipients';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';

const recipientsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRecipient: build.query({
      ...callFrom(recipientsHttp.state, (recipient: string) => ({ recipient })),
      providesTags: ['Recipient'],
    }),
    askRecipient: build.mutation({ ...call(recipientsHttp.askAgain), invalidatesTags: ['Recipient'] }),
  }),
});
const { useGetRecipientQuery, useAskRecipientMutation } = recipientsApi;

/**
 * Whether a stored mail address or phone number still has to confirm that it wants messages, and asking it again; see MAIL-11.
 * @param recipient null where nothing is stored
 */
export function useRecipient(recipient: string | null, language: TextLanguage) {
  const errorText = useErrorMessage();
  const { currentData } = useGetRecipientQuery(recipient ?? '', {
    skip: recipient === null,
    refetchOnMountOrArgChange: true,
  });
  const [ask, { isLoading, isSuccess, error }] = useAskRecipientMutation();
  return {
    waiting: recipient !== null && currentData?.known === true && !currentData.confirmed,
    asking: isLoading,
    asked: isSuccess,
    error: error === undefined ? null : errorText(error),
    onAsk: () => void ask({ recipient: recipient ?? '', language }),
  };
}
