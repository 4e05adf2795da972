import { Button, Stack } from '@mantine/core';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { EmailField } from '../../../ui/fields/checked-input.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useForgotPasswordMutation } from './passwords-api.ts';

/** Requests the one-time link; the answer is the same for every email address; see SESSION-9. */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['passwords', 'auth']);
  const errorText = useErrorMessage();
  const [ask, { isLoading }] = useForgotPasswordMutation();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  const submit = async (): Promise<void> => {
    setError(null);
    setSent(false);
    const problem = email.trim() === '' ? 'email_required' : isEmail(email.trim()) ? null : 'email_invalid';
    if (problem) {
      field.current?.focus();
      return setError(t(`auth:login.${problem}`));
    }
    const { error: failure } = await ask({ email: email.trim() });
    if (failure) return setError(errorText(failure, t('forgot.failed')));
    setSent(true);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isLoading) void submit();
  };
  return (
    <PublicPage tab={t('forgot.title')} caption={t('forgot.title')} lead={t('forgot.lead')}>
      <form onSubmit={onSubmit} noValidate aria-busy={isLoading}>
        {error !== null && <Notice tone="error">{error}</Notice>}
        {sent && <Notice>{t('forgot.sent')}</Notice>}
        <Stack gap="md">
          <EmailField
            ref={field}
            label={t('auth:login.email')}
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setError(null);
            }}
          />
          <Button type="submit" size="md" loading={isLoading}>
            {t('forgot.submit')}
          </Button>
        </Stack>
      </form>
      <TextLink to="/login" mt="md" display="inline-block">
        {t('to_login')}
      </TextLink>
    </PublicPage>
  );
}
