import { Button } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { Navigate, useLocation } from 'react-router';
import { useConfirmRecipientMutation } from './confirm-api.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useAddress } from '../../../lib/address.ts';
import { PublicPage } from '../../../ui/public-page.tsx';
import { Notice } from '../../../ui/states/notice.tsx';

/**
 * Where the link of a message leads that asks a recipient to confirm; that of a text message has the token as its fragment. It confirms on a click, because programs that check mail
 * open links too; see MAIL-11.
 */
export function ConfirmRecipientPage() {
  const { t } = useTranslation('confirm');
  const errorText = useErrorMessage();
  const { hash } = useLocation();
  const token = useAddress()[0].get('token') ?? hash.slice(1);
  const [confirm, { isLoading, isSuccess, error }] = useConfirmRecipientMutation();
  if (token === '') return <Navigate to="/login" replace />;
  return (
    <PublicPage tab={t('recipient.title')} caption={t('recipient.title')} lead={t('recipient.lead')}>
      {isSuccess && <Notice>{t('recipient.done')}</Notice>}
      {error !== undefined && <Notice tone="error">{errorText(error, t('failed'))}</Notice>}
      {!isSuccess && (
        <Button fullWidth loading={isLoading} onClick={() => void confirm({ token })}>
          {t('recipient.submit')}
        </Button>
      )}
    </PublicPage>
  );
}
