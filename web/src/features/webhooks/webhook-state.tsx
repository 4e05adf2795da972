import type { Webhook } from '@belfry/schemas/http/webhooks';
import type { RowState } from '../../kit/list/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';

type State = Pick<Webhook, 'enabled' | 'disabled_reason' | 'failing_since'>;

/** On, on while nothing arrives, or off. */
export function useWebhookState(): (webhook: State) => { state: RowState; text: string } {
  const { t } = useTranslation('webhooks');
  return ({ enabled, failing_since }) => {
    if (!enabled) return { state: 'off', text: t('state.off') };
    if (failing_since !== null) return { state: 'look', text: t('state.failing') };
    return { state: 'ok', text: t('state.on') };
  };
}

/** The reason why a webhook is off, or since when nothing arrives; null for one that works. */
export function useStateReason(): (webhook: State & Pick<Webhook, 'disabled_at'>) => string | null {
  const { t } = useTranslation('webhooks');
  const { moment } = useTimes();
  return ({ enabled, disabled_reason, disabled_at, failing_since }) => {
    const since = enabled ? failing_since : disabled_at;
    if (since === null) return null;
    return t(enabled ? 'reason.none_arrives' : `reason.${disabled_reason ?? 'person'}`, { at: moment(since) });
  };
}
