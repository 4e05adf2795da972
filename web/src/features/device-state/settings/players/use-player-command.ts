import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useRunCommand } from '../../../commands/index.ts';
import { PLAYER_COMMANDS } from './player-status.ts';
import type { PlayerToast } from './use-player-toasts.ts';

/** Sends an action to a player and reports a failure as a toast. Resolves with whether it succeeded. */
export function usePlayerCommand(serial: Serial, notify: PlayerToast) {
  const { t } = useTranslation('device-settings');
  const run = useRunCommand(serial);
  return useCallback(
    async (channel: PlayerChannel, action: string): Promise<boolean> => {
      const end = await run(PLAYER_COMMANDS[channel], { args: action });
      if (end.kind === 'succeeded') return true;
      // The command may still be running; the status decides.
      if (end.kind === 'unanswered') return true;
      const failed = t('player.command_failed', { player: t(`player.${channel}`) });
      const reason = end.kind === 'failed' ? end.error : null;
      if (reason === null || reason === '') notify('error', failed);
      else notify('error', reason, failed);
      return false;
    },
    [run, notify, t],
  );
}
