import { useAct } from '../../ui/use-act.ts';
import type { Webhook } from '@belfry/schemas/http/webhooks';
import { Section } from '../../kit/detail/index.ts';
import { PanelDrawer } from '../../kit/panel/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import { type Fact, Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import type { ShownSecret } from './parts.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useStateReason, useWebhookState } from './webhook-state.tsx';
import {
  eventKey,
  useChangeWebhookMutation,
  useEndWebhookSecretMutation,
  useRemoveWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
} from './webhooks-api.ts';

type Props = { webhook: Webhook; onSecret: (shown: ShownSecret) => void; onClose: () => void };

export function WebhookDrawer({ webhook, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const { state, text } = useWebhookState()(webhook);
  const reason = useStateReason()(webhook);
  const { act } = useAct({ parallel: true });
  const [change, changing] = useChangeWebhookMutation();
  const [test, testing] = useTestWebhookMutation();
  const [rotate] = useRotateWebhookSecretMutation();
  const [endPrevious] = useEndWebhookSecretMutation();
  const [remove] = useRemoveWebhookMutation();
  const { id, name, url, events, enabled, revision, previous_secret_until } = webhook;
  const failed = t('failed');
  const asking = (question: 'rotate' | 'end_previous' | 'remove') => ({
    label: t(`questions.${question}.do`),
    question: { title: t(`questions.${question}.title`, { name }), text: t(`questions.${question}.text`) },
  });
  return (
    <PanelDrawer
      thing={webhook}
      state={{ state, text: reason ?? text }}
      primary={{
        label: t('test'),
        disabled: !enabled,
        loading: testing.isLoading,
        act: () => act(() => test(id), { done: t('done.test'), failed }),
      }}
      entries={[
        { label: t('edit'), renderForm: (close) => <WebhookForm webhook={webhook} onClose={close} /> },
        {
          label: t(enabled ? 'turn_off' : 'turn_on'),
          loading: changing.isLoading,
          act: () => {
            const done = t(enabled ? 'done.off' : 'done.on', { name });
            return act(() => change({ id, name, url, events, revision, enabled: !enabled }), { done, failed });
          },
        },
        {
          ...asking('rotate'),
          act: async () => {
            const data = await act(() => rotate(id), { failed });
            if (data !== undefined) onSecret(data);
          },
        },
        previous_secret_until !== null && {
          ...asking('end_previous'),
          act: () => act(() => endPrevious(id), { done: t('done.end_previous'), failed }),
        },
      ]}
      removal={{ ...asking('remove'), call: () => remove(id), done: t('done.remove', { name }), failed }}
      onClose={onClose}
    >
      <Section>
        <Facts facts={useFacts(webhook)} />
      </Section>
      <Section title={t('deliveries.title')}>
        <WebhookDeliveries webhook={webhook} />
      </Section>
    </PanelDrawer>
  );
}

function useFacts(webhook: Webhook): Fact[] {
  const { t } = useTranslation('webhooks');
  const { moment } = useTimes();
  const {
    url,
    company_id,
    company_name,
    events,
    waiting,
    previous_secret_until,
    created_by,
    created_at,
    last_delivered_at,
  } = webhook;
  const facts: (Fact | null)[] = [
    [t('address'), <CopyText key="address" value={url} />],
    [t('place'), <PlaceName key="place" place={{ id: company_id, name: company_name }} />],
    [t('events'), events.map((event) => t(`event.${eventKey(event)}`)).join(', ')],
    waiting === 0 ? null : [t('facts.waiting'), String(waiting)],
    last_delivered_at === null ? null : [t('facts.last_delivered'), moment(last_delivered_at)],
    previous_secret_until === null ? null : [t('facts.two_secrets'), moment(previous_secret_until)],
    [t('facts.created'), [moment(created_at), created_by].filter((part) => part !== null).join(' · ')],
  ];
  return facts.filter((fact) => fact !== null);
}
