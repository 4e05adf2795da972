import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api/api-error.ts';
import { useLocale } from '../../lib/i18n.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { serverText } from './server-text.ts';

/** The text of an error: that there is no key, else the server's text, else `fallback`; see TREE-26. */
export function useCompanyErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation('companies');
  const errorText = useErrorMessage();
  const russian = useLocale() === 'ru';
  return (error, fallback) => {
    if (readUserKey() === null) return t('errors.unauthorized');
    if (!isApiError(error)) return fallback;
    return (russian ? errorText(error) : serverText(error)) || fallback;
  };
}
