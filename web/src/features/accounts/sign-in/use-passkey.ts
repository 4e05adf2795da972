import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api/api-error.ts';
import { askPasskey, type PasskeyFailure } from '../../../lib/passkeys.ts';
import { useBeginPasskeySignInMutation, useFinishPasskeySignInMutation } from './login-api.ts';
import type { SignedIn } from './login-answer.ts';

type Answered = { data?: SignedIn | null; error?: unknown; failure?: PasskeyFailure };

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

  const exchange = async (challenge: string | undefined, inFields: boolean): Promise<Answered> => {
    const { data: options, error } = await begin({ challenge });
    if (!options) return { error };
    const { answer, failure } = await askPasskey(options, inFields);
    if (!answer) return { failure };
    const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
    return finish({ response: answer, challenge, time_zone });
  };
  return {
    asking,
    async ask(challenge?: string): Promise<Answered> {
      setAsking(true);
      const answered = await exchange(challenge, false);
      setAsking(false);
      return answered;
    },
    /** Waits until a passkey is chosen among what the browser fills into the fields. */
    offerInFields: (): Promise<Answered> => exchange(undefined, true),
    textOf({ error, failure }: Answered): string | null {
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
