import { useAct } from '../../../ui/use-act.ts';
import { Button, Stack } from '@mantine/core';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { EmailField } from '../../../ui/fields/checked-input.tsx';
import { useForgotPasswordMutation } from './passwords-api.ts';

/** Requests the one-time link; the answer is the same for every email address; see SESSION-9. */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['passwords', 'auth']);
  const { act, pending, failure, fail } = useAct({ inline: true });
  const [ask] = useForgotPasswordMutation();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  const submit = async (): Promise<void> => {
    setSent(false);
    const problem = email.trim() === '' ? 'email_required' : isEmail(email.trim()) ? null : 'email_invalid';
    if (problem) {
      field.current?.focus();
      return fail(t(`auth:login.${problem}`));
    }
    const answer = await act(() => ask({ email: email.trim() }), { failed: t('forgot.failed') });
    setSent(answer !== undefined);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!pending) void submit();
  };
  return (
    <PublicPage tab={t('forgot.title')} caption={t('forgot.title')} lead={t('forgot.lead')}>
      <form onSubmit={onSubmit} noValidate aria-busy={pending}>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {sent && <Notice>{t('forgot.sent')}</Notice>}
        <Stack gap="md">
          <EmailField
            ref={field}
            label={t('auth:login.email')}
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              fail(null);
            }}
          />
          <Button type="submit" size="md" loading={pending}>
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
