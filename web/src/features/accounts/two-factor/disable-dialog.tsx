import { TWO_FACTOR_CODE_LENGTH } from '@belfry/schemas/domain/account';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useDisableTwoFactorMutation } from './two-factor-api.ts';
import { TwoFactorDialog } from './two-factor-steps.tsx';

type Problem = { field: 'password' | 'code'; text: string };

export function DisableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'auth']);
  const errorText = useErrorMessage();
  const [disable, { isLoading }] = useDisableTwoFactorMutation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const leave = (field: Problem['field']): void => setProblem((current) => (current?.field === field ? null : current));
  const missing = (): Problem | null => {
    if (password === '') return { field: 'password', text: t('auth:login.password_required') };
    return code.trim() === '' ? { field: 'code', text: t('disable.code_required') } : null;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const mistake = missing();
    setProblem(mistake);
    if (mistake) return;
    const { error } = await disable({ password, code });
    if (error) {
      const field = isApiError(error) && error.code === 'wrong_password' ? 'password' : 'code';
      return setProblem({ field, text: errorText(error, t('failed')) });
    }
    toast('success', t('disable.done'));
    onClose();
  };
  return (
    <TwoFactorDialog title={t('disable.title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('disable.lead')}
          </Text>
          <PasswordInput
            label={t('password')}
            value={password}
            onChange={({ currentTarget }) => {
              setPassword(currentTarget.value);
              leave('password');
            }}
            error={problem?.field === 'password' ? problem.text : undefined}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('auth:login.toggle_password'), tabIndex: 0 }}
            data-autofocus
          />
          <CodeField
            label={t('disable.code')}
            length={TWO_FACTOR_CODE_LENGTH}
            description={t('disable.code_hint')}
            value={code}
            onChange={(entered) => {
              setCode(entered);
              leave('code');
            }}
            error={problem?.field === 'code' ? problem.text : undefined}
          />
          <Button type="submit" color="error" loading={isLoading}>
            {t('disable.submit')}
          </Button>
        </Stack>
      </form>
    </TwoFactorDialog>
  );
}
