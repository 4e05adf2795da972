import { Button, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { createPasskey, type PasskeyFailure, passkeyObstacle } from '../../../lib/passkeys.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useBeginPasskeyAtSignInMutation, useFinishPasskeyAtSignInMutation } from '../passkeys/passkeys-api.ts';
import { AppStep } from './setup-dialog.tsx';
import { useConfirmAtSignInMutation, useEnrolAtSignInMutation, type Enrolment } from './two-factor-api.ts';
import { RecoveryCodes } from './two-factor-steps.tsx';

type Props = {
  /** The key of the sign-in, which is valid for this only until there is a second factor. */
  setupKey: string;
  /** The password typed at the sign-in, which proves the person again. */
  password: string;
  /** The key is an ordinary one now. */
  onDone: () => void;
  onBack: () => void;
};

/** Sets up the second factor that an organisation requires: an app or a passkey, then the recovery codes. */
export function SetupAtSignIn({ setupKey, password, onDone, onBack }: Props) {
  const { t } = useTranslation(['two-factor', 'auth']);
  const errorText = useErrorMessage();
  const [enrol, enrolling] = useEnrolAtSignInMutation();
  const [confirm, confirming] = useConfirmAtSignInMutation();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const passkey = useFirstPasskey(setupKey, password);
  const busy = enrolling.isLoading || passkey.busy;

  const beginApp = async (): Promise<void> => {
    const { data } = await enrol({ key: setupKey, input: { password } });
    if (data) setEnrolment(data);
  };
  const finishApp = async (code: string): Promise<void> => {
    const { data } = await confirm({ key: setupKey, input: { code } });
    if (data) setCodes(data);
  };
  const add = async (): Promise<void> => {
    const newCodes = await passkey.add();
    if (newCodes) setCodes(newCodes);
  };
  const errorOf = (error: unknown): string | null => (error === undefined ? null : errorText(error, t('failed')));
  const failure = passkey.failure
    ? t(`auth:passkey.failures.${passkey.failure}`)
    : errorOf(enrolling.error ?? passkey.error);

  if (codes) return <RecoveryCodes codes={codes} onClose={onDone} />;
  return (
    <Stack gap="md">
      {enrolment ? (
        <AppStep
          enrolment={enrolment}
          busy={confirming.isLoading}
          error={errorOf(confirming.error)}
          onSubmit={(code) => void finishApp(code)}
        />
      ) : (
        <>
          {failure !== null && <Notice tone="error">{failure}</Notice>}
          <Text size="sm">{t('at_sign_in.lead')}</Text>
          <Button
            size="md"
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            loading={enrolling.isLoading}
            disabled={passkey.busy}
            onClick={() => void beginApp()}
            data-autofocus
          >
            {t('at_sign_in.app')}
          </Button>
          {passkeyObstacle() === null && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconFingerprint size={18} aria-hidden />}
              loading={passkey.busy}
              disabled={enrolling.isLoading}
              onClick={() => void add()}
            >
              {t('at_sign_in.passkey')}
            </Button>
          )}
        </>
      )}
      <Button variant="subtle" onClick={onBack} disabled={busy}>
        {t('auth:two_factor.back')}
      </Button>
    </Stack>
  );
}

/** Adds the first passkey of a person with the key of a sign-in. `add` returns the recovery codes, or null where it failed. */
function useFirstPasskey(key: string, password: string) {
  const [begin, beginning] = useBeginPasskeyAtSignInMutation();
  const [finish, finishing] = useFinishPasskeyAtSignInMutation();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<PasskeyFailure | null>(null);
  return {
    busy: beginning.isLoading || finishing.isLoading || asking,
    error: beginning.error ?? finishing.error,
    failure,
    add: async (): Promise<string[] | null> => {
      setFailure(null);
      const { data: options } = await begin({ key, input: { password } });
      if (!options) return null;
      setAsking(true);
      const created = await createPasskey(options);
      setAsking(false);
      if (!created.answer) {
        setFailure(created.failure);
        return null;
      }
      const { data } = await finish({ key, input: { response: created.answer } });
      return data?.recovery_codes ?? null;
    },
  };
}
