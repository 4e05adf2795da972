import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { useLocale } from '../../lib/i18n.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { outcomeOfAnswer, outcomeOfFailure, type Outcome } from './command-outcome.ts';
import { useSendCommandMutation } from './commands-api.ts';

const RESULT_MS = 7_000;

/** Sends a command to one device and shows its outcome for 7 s; see CMD-10. */
export function useCommand(serial: Serial) {
  const { t } = useTranslation('commands');
  const locale = useLocale();
  const [send] = useSendCommandMutation();
  const [running, setRunning] = useState<BroadcastCommand | null>(null);
  const [outcome, show, clear] = useExpiringState<Outcome>();

  const run = async (command: BroadcastCommand): Promise<void> => {
    if (!serial || readUserKey() === null) return show({ tone: 'error', text: t('device.noSerial') }, RESULT_MS);
    clear();
    setRunning(command);
    const result = await send({ serial, command });
    setRunning(null);
    show(
      result.data ? outcomeOfAnswer(result.data, command, t, locale) : outcomeOfFailure(result.error, command, t),
      RESULT_MS,
    );
  };
  return { run, running, outcome, clear };
}
