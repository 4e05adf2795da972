import { useAct } from '../../ui/use-act.ts';
import { webhookEventSchema } from '@belfry/schemas/domain/webhook-events';
import { type Webhook, WEBHOOK_DELIVERY_STATES, type WebhookDelivery } from '@belfry/schemas/http/webhooks';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { Dot } from '../../kit/list/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useLocalPage } from '../../lib/list-address.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTimes } from '../../lib/times.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { eventKey, useRedeliverMessageMutation, webhooksApi } from './webhooks-api.ts';
import rows from '../../ui/lists/text-row.module.css';
import classes from './webhooks.module.css';

const ROWS = 20;
const STATES = ['all', ...WEBHOOK_DELIVERY_STATES] as const;
const DOTS = { waiting: 'look', delivered: 'ok', failed: 'wrong' } as const;

type Filters = { state: (typeof STATES)[number] };
const ALL: Filters = { state: 'all' };

export function WebhookDeliveries({ webhook: { id, enabled } }: { webhook: Pick<Webhook, 'id' | 'enabled'> }) {
  const { t } = useTranslation('webhooks');
  const errorText = useErrorMessage();
  const at = useLocalPage(ALL);
  const list = usePage(webhooksApi.endpoints.getWebhookDeliveries, {
    at,
    size: ROWS,
    ask: ({ state, ...page }) => ({ id, ...page, ...(state !== 'all' && { state }) }),
  });
  const none = (
    <Text size="sm" c="dimmed">
      {t('deliveries.none')}
    </Text>
  );
  return (
    <Stack gap="xs">
      <FilterSelect
        label={t('deliveries.state')}
        choices={STATES}
        value={at.filters.state}
        labelOf={(state) => t(`deliveries.states.${state}`)}
        onChange={(state) => at.change({ state })}
      />
      <RowList
        list={list}
        label={t('deliveries.title')}
        keyOf={({ delivery_id }) => delivery_id}
        entry={classes.delivery}
        waiting={<LineSkeletons count={5} height={44} />}
        failure={(error) => ({ message: errorText(error, t('deliveries.load_error')) })}
        showing={(range) => t('deliveries.showing', range)}
        empty={none}
      >
        {(delivery) => <DeliveryRow webhookId={id} delivery={delivery} sends={enabled} />}
      </RowList>
    </Stack>
  );
}

type RowProps = {
  webhookId: number;
  delivery: WebhookDelivery;
  sends: boolean;
};

function DeliveryRow({ webhookId, delivery, sends }: RowProps) {
  const { t } = useTranslation('webhooks');
  const { moment } = useTimes();
  const reasonOf = useLinkReason();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { type, state, attempts, last_status, last_error, next_at, created_at, delivered_at, payload } = delivery;
  const why = state === 'delivered' ? null : last_error;
  const { data: event } = webhookEventSchema.safeParse(type);
  const title = event === undefined ? t('deliveries.test') : t(`event.${eventKey(event)}`);
  return (
    <>
      <div className={classes.head}>
        <strong>{title}</strong>
        <Dot state={DOTS[state]} text={t(`deliveries.states.${state}`)} />
      </div>
      <span className={rows.detail}>
        {moment(created_at)} · {t('deliveries.attempts', { count: attempts })} ·{' '}
        {last_status === null ? t('deliveries.no_answer') : t('deliveries.answer', { status: String(last_status) })}
        {delivered_at !== null && ` · ${t('deliveries.arrived', { at: moment(delivered_at) })}`}
        {state === 'waiting' && next_at !== null && ` · ${t('deliveries.next', { at: moment(next_at) })}`}
      </span>
      {why !== null && <span title={why}>{reasonOf(why)}</span>}
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={opened}
          aria-controls={id}
          aria-label={`${t('deliveries.payload')}: ${title}, ${moment(created_at)}`}
          onClick={() => setOpened(!opened)}
        >
          {t('deliveries.payload')}
        </Button>
        <RedeliverButton webhookId={webhookId} delivery={delivery} sends={sends} />
      </Group>
      <div id={id} hidden={!opened}>
        {opened && (
          <section aria-label={`${t('deliveries.payload')}: ${title}`}>
            {why !== null && <Code className={classes.payload ?? ''}>{why}</Code>}
            <Code block className={classes.payload ?? ''}>
              {JSON.stringify(payload, null, 2)}
            </Code>
          </section>
        )}
      </div>
    </>
  );
}

function RedeliverButton({ webhookId, delivery: { delivery_id, state, type, created_at }, sends }: RowProps) {
  const { t } = useTranslation('webhooks');
  const { moment } = useTimes();
  const { act } = useAct();
  const [redeliver, { isLoading }] = useRedeliverMessageMutation();
  if (state === 'waiting') return null;
  const send = async (): Promise<void> => {
    await act(() => redeliver({ id: webhookId, delivery_id }), { done: t('done.redeliver'), failed: t('failed') });
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={!sends}
      loading={isLoading}
      aria-label={`${t('deliveries.redeliver')}: ${type}, ${moment(created_at)}`}
      onClick={() => void send()}
    >
      {t('deliveries.redeliver')}
    </Button>
  );
}
