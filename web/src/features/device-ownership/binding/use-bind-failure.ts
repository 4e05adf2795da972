import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';

/** Why a device was not bound, with the server's text where there is one. */
export function useBindFailure(): (error: unknown) => string {
  const { t } = useTranslation('device-binding');
  const errorText = useErrorMessage();
  return (error) =>
    isApiError(error) && error.message !== '' ? t('assign_failed', { message: errorText(error) }) : t('failed');
}
