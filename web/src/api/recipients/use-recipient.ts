import { useErrorMessage } from '../base/use-error-message.ts';
import { useAskRecipientMutation, useGetRecipientQuery } from './recipients-api.ts';

/**
 * Whether a stored mail address or phone number still has to confirm that it wants messages, and asking it again; see MAIL-11.
 * @param recipient null where nothing is stored
 */
export function useRecipient(recipient: string | null, language: 'en' | 'ru') {
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
