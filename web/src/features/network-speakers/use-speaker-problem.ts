import { isApiError } from '../../lib/api/api-error.ts';
import { useTranslation } from '../../lib/translation.ts';

/** Why a network speaker cannot be as it was typed, where this form says more than the server. */
export function useSpeakerProblem(): (error: unknown) => string | undefined {
  const { t } = useTranslation('network-speakers');
  return (error) => {
    if (!isApiError(error)) return undefined;
    const [field = ''] = error.details.map(({ path }) => path);
    if (field.startsWith('transport')) return t('error.refused');
    if (field === 'sender' || error.code === 'device_not_found' || error.code === 'mode_forbids')
      return t('error.sender');
    return undefined;
  };
}
