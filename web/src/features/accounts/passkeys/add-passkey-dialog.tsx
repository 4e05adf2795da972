import { PASSKEY_NAME_MAX } from '@belfry/schemas/domain/account';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { cancelPasskey, createPasskey } from '../../../lib/passkeys.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { RecoveryCodes, TwoFactorDialog } from '../two-factor/index.ts';
import { useBeginPasskeyMutation, useFinishPasskeyMutation } from './passkeys-api.ts';
import { PasswordField } from './password-field.tsx';

type Problem = { field: 'password' | 'passkey'; text: string };

/** The password and a name, then the question of the browser; recovery codes after the first second factor. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['passkeys', 'two-factor', 'auth']);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const { add, busy, problem, setProblem } = useAddPasskey();
  useEffect(() => cancelPasskey, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (password === '') return setProblem({ field: 'password', text: t('auth:login.password_required') });
    const recovery = await add(password, name.trim());
    if (recovery === null) return;
    toast('success', t('add.done'));
    if (recovery.length > 0) setCodes(recovery);
    else onClose();
  };
  return (
    <TwoFactorDialog
      title={t(codes ? 'two-factor:recovery.title' : 'add.open')}
      onClose={onClose}
      sticky={codes !== null}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t('add.lead')}
            </Text>
            {problem?.field === 'passkey' && <Notice tone="error">{problem.text}</Notice>}
            <PasswordField
              value={password}
              error={problem?.field === 'password' ? problem.text : null}
              onChange={(typed) => {
                setPassword(typed);
                if (problem?.field === 'password') setProblem(null);
              }}
            />
            <TextInput
              label={t('name')}
              description={t('name_hint')}
              value={name}
              maxLength={PASSKEY_NAME_MAX}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" loading={busy}>
              {t('add.submit')}
            </Button>
          </Stack>
        </form>
      )}
    </TwoFactorDialog>
  );
}

/** `add` returns the recovery codes of a first second factor, else none; null where it failed, for which `problem` says why. */
function useAddPasskey() {
  const { t } = useTranslation(['passkeys', 'auth']);
  const errorText = useErrorMessage();
  const [begin] = useBeginPasskeyMutation();
  const [finish] = useFinishPasskeyMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const refuse = (error: unknown): null => {
    const code = isApiError(error) ? error.code : null;
    const text = code === 'origin_refused' ? t('auth:passkey.failures.address') : errorText(error, t('failed'));
    setProblem({ field: code === 'wrong_password' ? 'password' : 'passkey', text });
    return null;
  };
  const exchange = async (password: string, name: string): Promise<string[] | null> => {
    const { data: options, error } = await begin({ password });
    if (!options) return refuse(error);
    const { answer: response, failure } = await createPasskey(options);
    if (!response) {
      setProblem({ field: 'passkey', text: t(`auth:passkey.failures.${failure}`) });
      return null;
    }
    const { data, error: refusal } = await finish({ response, ...(name !== '' && { name }) });
    return data ? data.recovery_codes : refuse(refusal);
  };
  return {
    busy,
    problem,
    setProblem,
    add: async (password: string, name: string): Promise<string[] | null> => {
      setProblem(null);
      setBusy(true);
      const recovery = await exchange(password, name);
      setBusy(false);
      return recovery;
    },
  };
}
