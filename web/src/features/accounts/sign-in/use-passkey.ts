import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { askPasskey, type PasskeyFailure } from '../../../lib/passkeys.ts';
import { useBeginPasskeySignInMutation, useFinishPasskeySignInMutation } from './login-api.ts';
import type { SignedIn } from './login-answer.ts';

/** A session, the error of the server, or why the passkey did not answer. */
export type PasskeyAnswer = { data?: SignedIn | null; error?: unknown; failure?: PasskeyFailure };

/**
 * Signs in with a passkey.
 * @returns `ask`: the whole exchange, with the challenge of a first step or without one; `textOf`: what is shown of a failure, null where the text of
 * another sign-in with this error is right
 */
export function usePasskey() {
  const { t } = useTranslation('auth');
  const [begin] = useBeginPasskeySignInMutation();
  const [finish] = useFinishPasskeySignInMutation();
  const [asking, setAsking] = useState(false);

  const exchange = async (challenge: string | undefined, inFields: boolean): Promise<PasskeyAnswer> => {
    const { data: options, error } = await begin({ challenge });
    // Nobody has asked for what is only offered, so nothing is said about it.
    if (!options) return inFields ? { failure: 'failed' } : { error };
    const { answer, failure } = await askPasskey(options, inFields);
    if (!answer) return { failure };
    const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
    return finish({ response: answer, challenge, time_zone });
  };
  return {
    asking,
    ask: async (challenge?: string): Promise<PasskeyAnswer> => {
      setAsking(true);
      const answered = await exchange(challenge, false);
      setAsking(false);
      return answered;
    },
    /** Waits until a passkey is chosen among what the browser fills into the fields. */
    offerInFields: (): Promise<PasskeyAnswer> => exchange(undefined, true),
    textOf: ({ error, failure }: PasskeyAnswer): string | null => {
      if (failure) return t(`passkey.failures.${failure}`);
      switch (isApiError(error) ? error.code : null) {
        case 'wrong_credentials':
          return t('passkey.refused');
        case 'origin_refused':
          return t('passkey.failures.address');
        case 'unprocessable':
          return t('passkey.obstacles.address');
        case 'conflict':
          return t('passkey.none');
        default:
          return null;
      }
    },
  };
}
