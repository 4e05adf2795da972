import { useAct } from '../../ui/use-act.ts';
import type { Webhook } from '@belfry/schemas/http/webhooks';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Detail, Section } from '../../kit/detail/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import { type Fact, Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
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
  const { action, menu, dialogs } = useActions({ webhook, onSecret, onClose });
  return (
    <>
      <Detail
        title={webhook.name}
        path={webhook.company_name}
        state={{ state, text: reason === null ? text : `${text} · ${reason}` }}
        action={action}
        menu={menu}
        onClose={onClose}
      >
        <Section>
          <Facts facts={useFacts(webhook)} />
        </Section>
        <Section title={t('deliveries.title')}>
          <WebhookDeliveries webhook={webhook} />
        </Section>
      </Detail>
      {dialogs}
    </>
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

type Question = 'rotate' | 'end_previous' | 'remove';

/** The one button of the drawer, the entries of its menu, and the dialogs that they open. */
function useActions({ webhook, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const { act } = useAct({ parallel: true });
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState<Question | null>(null);
  const [change, changing] = useChangeWebhookMutation();
  const [test, testing] = useTestWebhookMutation();
  const [rotate] = useRotateWebhookSecretMutation();
  const [endPrevious] = useEndWebhookSecretMutation();
  const [remove] = useRemoveWebhookMutation();
  const { id, name, url, events, enabled, revision, previous_secret_until } = webhook;
  const failed = t('failed');
  const turn = async (): Promise<void> => {
    const done = t(enabled ? 'done.off' : 'done.on', { name });
    await act(() => change({ id, name, url, events, revision, enabled: !enabled }), { done, failed });
  };
  const confirm: Record<Question, () => Promise<void>> = {
    rotate: async () => {
      const data = await act(() => rotate(id), { failed });
      if (data !== undefined) onSecret(data);
    },
    end_previous: async () => {
      await act(() => endPrevious(id), { done: t('done.end_previous'), failed });
    },
    remove: async () => {
      const answer = await act(() => remove(id), { done: t('done.remove', { name }), failed });
      if (answer !== undefined) onClose();
    },
  };
  const item = (question: Question) => (
    <Menu.Item key={question} {...(question === 'remove' && { color: 'error' })} onClick={() => setAsking(question)}>
      {t(`questions.${question}.do`)}
    </Menu.Item>
  );
  return {
    action: (
      <Button
        disabled={!enabled}
        loading={testing.isLoading}
        onClick={() => void act(() => test(id), { done: t('done.test'), failed })}
      >
        {t('test')}
      </Button>
    ),
    menu: (
      <>
        <Menu.Item onClick={() => setEditing(true)}>{t('edit')}</Menu.Item>
        <Menu.Item disabled={changing.isLoading} onClick={() => void turn()}>
          {t(enabled ? 'turn_off' : 'turn_on')}
        </Menu.Item>
        {item('rotate')}
        {previous_secret_until !== null && item('end_previous')}
        {item('remove')}
      </>
    ),
    dialogs: (
      <>
        {editing && <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />}
        {asking !== null && (
          <ConfirmDialog
            opened
            title={t(`questions.${asking}.title`, { name })}
            confirmLabel={t(`questions.${asking}.do`)}
            tone={asking === 'remove' ? 'error' : 'purple'}
            onConfirm={confirm[asking]}
            onClose={() => setAsking(null)}
          >
            {t(`questions.${asking}.text`)}
          </ConfirmDialog>
        )}
      </>
    ),
  };
}
