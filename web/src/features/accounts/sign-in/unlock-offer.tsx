import { Anchor } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useRequestUnlockMutation } from './login-api.ts';

/** After too many failed sign-ins: offers the owner of the account a link by email, and shows the result. */
export function UnlockOffer({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorMessage();
  const [request, { isLoading, isSuccess, error }] = useRequestUnlockMutation();
  if (isSuccess) return <Notice>{t('unlock.sent')}</Notice>;
  return (
    <>
      {error !== undefined && <Notice tone="error">{errorText(error, t('unlock.failed'))}</Notice>}
      <Notice tone="warning">
        {t('unlock.offer')}{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          underline="always"
          disabled={isLoading}
          onClick={() => void request({ email })}
        >
          {t('unlock.request')}
        </Anchor>
      </Notice>
    </>
  );
}
