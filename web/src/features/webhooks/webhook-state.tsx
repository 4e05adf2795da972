import type { Webhook } from '@belfry/schemas/http/webhooks';
import { Badge } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';

type State = Pick<Webhook, 'enabled' | 'disabled_reason' | 'failing_since'>;

/** On, on while nothing arrives, or off. */
export function WebhookState({ webhook: { enabled, failing_since } }: { webhook: State }) {
  const { t } = useTranslation('webhooks');
  if (!enabled) return <Mark colour="gray" text={t('state.off')} />;
  if (failing_since !== null) return <Mark colour="warning" text={t('state.failing')} />;
  return <Mark colour="success" text={t('state.on')} />;
}

const Mark = ({ colour, text }: { colour: string; text: string }) => (
  <Badge variant="light" color={colour} tt="none">
    {text}
  </Badge>
);

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
