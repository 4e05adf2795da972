import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastAnswer } from '@belfry/schemas/http/commands/commands';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { isApiError } from '../../lib/api/api-error.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { useBroadcastCommandMutation } from './commands-api.ts';

type Banner = { tone: 'info' | 'success' | 'error'; text: string };

const SUCCESS_MS = 5_000;

/** The error text of the server, or the status if there is none. */
function reasonOf(answer: BroadcastAnswer | undefined, error: unknown): string {
  if (answer) return answer.error || answer.message;
  return isApiError(error) ? error.message || String(error.status) : String(error);
}

/** Sends a command to every device: banner info, then success for 5 s or error until dismissed; see CMD-11. */
export function useBroadcast(onFailure: (message: string) => void) {
  const { t } = useTranslation('commands');
  const [send] = useBroadcastCommandMutation();
  const [running, setRunning] = useState<BroadcastCommand | null>(null);
  const [banner, show, dismiss] = useExpiringState<Banner>();

  const broadcast = async (command: BroadcastCommand): Promise<void> => {
    if (readUserKey() === null) return show({ tone: 'error', text: t('device.noSerial') });
    setRunning(command);
    show({ tone: 'info', text: t('broadcast.sending', { command }) });
    const { data, error } = await send(command);
    setRunning(null);
    if (data?.success) return show({ tone: 'success', text: t(`broadcast.${command}`) }, SUCCESS_MS);
    const reason = reasonOf(data, error);
    show({ tone: 'error', text: t('broadcast.failed', { command, reason }) });
    onFailure(t(`broadcast.pageError.${command}`, { reason }));
  };
  return { broadcast, running, banner, dismiss };
}
