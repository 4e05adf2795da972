import { useAct } from '../../ui/use-act.ts';
import type { Webhook } from '@belfry/schemas/http/webhooks';
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { useTimes } from '../../lib/times.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { type Fact, Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { isDialogAbove } from '../../ui/dialogs/form-dialog.tsx';
import type { ShownSecret } from './parts.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useStateReason, WebhookState } from './webhook-state.tsx';
import {
  eventKey,
  useChangeWebhookMutation,
  useEndWebhookSecretMutation,
  useRemoveWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
} from './webhooks-api.ts';

type Props = {
  webhook: Webhook;
  onSecret: (shown: ShownSecret) => void;
  onClose: () => void;
};

export function WebhookDrawer({ webhook, onSecret, onClose }: Props) {
  const { t } = useTranslation(['webhooks', 'common']);
  const mobile = useMobile();
  const content = useId();
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={() => {
        if (!isDialogAbove(content)) onClose();
      }}
      position="right"
      size={mobile ? '100%' : 560}
      title={webhook.name}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="lg" id={content}>
        <Group gap="xs">
          <WebhookState webhook={webhook} />
          <Reason webhook={webhook} />
        </Group>
        <Facts facts={useFacts(webhook)} />
        <Actions webhook={webhook} onSecret={onSecret} onRemoved={onClose} />
        <section aria-label={t('deliveries.title')}>
          <Title order={3} size="h6" mb="xs">
            {t('deliveries.title')}
          </Title>
          <WebhookDeliveries webhook={webhook} />
        </section>
      </Stack>
    </Drawer>
  );
}

function Reason({ webhook }: { webhook: Webhook }) {
  const reason = useStateReason()(webhook);
  return reason === null ? null : <Text size="sm">{reason}</Text>;
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

type ActionsProps = Pick<Props, 'webhook' | 'onSecret'> & { onRemoved: () => void };
type Question = 'rotate' | 'end_previous' | 'remove';

function Actions({ webhook, onSecret, onRemoved }: ActionsProps) {
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
      if (answer !== undefined) onRemoved();
    },
  };
  return (
    <Group gap="xs">
      <Button loading={changing.isLoading} onClick={() => void turn()}>
        {t(enabled ? 'turn_off' : 'turn_on')}
      </Button>
      <Button
        variant="default"
        disabled={!enabled}
        loading={testing.isLoading}
        onClick={() => void act(() => test(id), { done: t('done.test'), failed })}
      >
        {t('test')}
      </Button>
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
      <Button variant="default" onClick={() => setAsking('rotate')}>
        {t('questions.rotate.do')}
      </Button>
      {previous_secret_until !== null && (
        <Button variant="default" onClick={() => setAsking('end_previous')}>
          {t('questions.end_previous.do')}
        </Button>
      )}
      <Button variant="light" color="error" onClick={() => setAsking('remove')}>
        {t('questions.remove.do')}
      </Button>
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
    </Group>
  );
}
