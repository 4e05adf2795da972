import type { Webhook } from '@belfry/schemas/http/webhooks';
import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useOpened } from '../../kit/detail/index.ts';
import { Row, Rows, useFailure } from '../../kit/list/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { When } from '../../ui/when.tsx';
import type { ShownSecret } from './parts.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useStateReason, useWebhookState } from './webhook-state.tsx';
import { useGetWebhooksQuery } from './webhooks-api.ts';

const alone = (primary: ReactNode): ReactNode => primary;

/** `head`: the head of the list, with its one button. */
export function WebhooksPanel({ head = alone }: { head?: (primary: ReactNode) => ReactNode }) {
  const { t } = useTranslation('webhooks');
  const failureOf = useFailure();
  const query = useGetWebhooksQuery();
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const [newSecret, setNewSecret] = useState<ShownSecret | null>(null);
  const open = query.data?.find(({ id }) => String(id) === opened);
  const add = (
    <Button size="sm" onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      {head(add)}
      <Rows
        label={t('title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<IconWebhook size={24} />} title={t('empty')}>
            {t('empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {(webhook) => <WebhookRow webhook={webhook} to={to(String(webhook.id))} isOpen={webhook.id === open?.id} />}
      </Rows>
      {open && <WebhookDrawer key={open.id} webhook={open} onSecret={setNewSecret} onClose={close} />}
      {creating && <WebhookForm onCreated={(secret) => setNewSecret(secret)} onClose={() => setCreating(false)} />}
      {newSecret && (
        <KeyDialog
          secret={newSecret.secret}
          title={t('secret.of', { name: newSecret.name })}
          label={t('secret.label')}
          copyLabel={t('secret.copy')}
          onClose={() => setNewSecret(null)}
        >
          {t('secret.once')}
        </KeyDialog>
      )}
    </>
  );
}

function WebhookRow({ webhook, ...rest }: { webhook: Webhook; to: string; isOpen: boolean }) {
  const { t } = useTranslation('webhooks');
  const reasonOf = useStateReason();
  const state = useWebhookState()(webhook);
  const { name, company_name, waiting, last_delivered_at } = webhook;
  const reason = reasonOf(webhook);
  return (
    <Row
      state={{ state: state.state, text: state.text }}
      name={name}
      path={company_name}
      facts={[reason ?? state.text, waiting > 0 ? t('waiting', { count: waiting }) : null]
        .filter((fact) => fact !== null)
        .join(' · ')}
      time={last_delivered_at === null ? t('never') : <When at={last_delivered_at} />}
      {...rest}
    />
  );
}
