import type { Serial } from '@belfry/schemas/domain/serial';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api/api-error.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useUnbindDeviceMutation } from '../../device-ownership/binding/device-binding-api.ts';

/** See DEV-35. */
const SUCCESS_MS = 3_000;
const FAILURE_MS = 5_000;

type ErrorText = ReturnType<typeof useErrorMessage>;

/** Why unbinding failed: the server's text, its status, or the network error; see DEV-35. */
function unbindFailure(error: unknown, t: TFunction<'user-devices'>, errorText: ErrorText): string {
  if (!isApiError(error)) return t('unbind.failed');
  if (error.status > 0) return errorText(error, t('unbind.status', { status: error.status }));
  // The text already begins with the prefix of the error message.
  return t('unbind.network', { message: errorText(error).replace(/^(Network error|Ошибка сети):\s*/, '') });
}

/** Unbinds a device from its node of the tree, and shows the result. The list is refetched. */
export function useUnbind() {
  const { t } = useTranslation('user-devices');
  const errorText = useErrorMessage();
  const [send, { isLoading: busy }] = useUnbindDeviceMutation();
  const unbind = async (serial: Serial): Promise<void> => {
    const refused = serial === '' ? t('unbind.no_serial') : readUserKey() === null ? t('no_token') : null;
    if (refused !== null) {
      toast('error', refused, { durationMs: FAILURE_MS });
      return;
    }
    const { error } = await send({ serial });
    if (error) toast('error', unbindFailure(error, t, errorText), { durationMs: FAILURE_MS });
    else toast('success', t('unbind.done', { serial }), { durationMs: SUCCESS_MS });
  };
  return { unbind, busy };
}
