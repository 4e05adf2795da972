import type { HomeAssistantConnection } from '@belfry/schemas/http/home-assistant';
import type { RowState } from '../../kit/list/index.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';

const STATES: Record<HomeAssistantConnection['state'], RowState> = {
  off: 'off',
  connecting: 'look',
  connected: 'ok',
  away: 'wrong',
};

/** How a connection is: in a word, and with why. */
export function useConnectionState(): (connection: HomeAssistantConnection) => {
  state: RowState;
  word: string;
  text: string;
} {
  const { t } = useTranslation('home-assistant');
  const reasonOf = useLinkReason();
  return ({ state, problem, places, disabled_reason }) => {
    const word = state === 'connected' ? t('state.connected', { count: places }) : t(`state.${state}`);
    const why = disabled_reason === 'creator' ? t('creator') : problem && reasonOf(problem);
    return { state: STATES[state], word, text: why === null ? word : `${word} · ${why}` };
  };
}
