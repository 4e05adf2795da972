import type { Webhook } from '@belfry/schemas/http/webhooks';
import { Button, Code, Group, Text, UnstyledButton } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import type { ShownSecret } from './parts.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useStateReason, WebhookState } from './webhook-state.tsx';
import { useGetWebhooksQuery } from './webhooks-api.ts';
import rows from '../../ui/lists/text-row.module.css';
import classes from './webhooks.module.css';

export function WebhooksPanel() {
  const { t } = useTranslation('webhooks');
  const errorText = useErrorMessage();
  const query = useGetWebhooksQuery();
  const [creating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<number | null>(null);
  const [newSecret, setNewSecret] = useState<ShownSecret | null>(null);
  const open = query.data?.find(({ id }) => id === openId);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" align="flex-start">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          {t('lead')}
        </Text>
        {query.data !== undefined && query.data.length > 0 && add}
      </Group>
      <RowList
        list={wholeList(query, query.data)}
        label={t('title')}
        variant="frame"
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={3} height={64} />}
        empty={
          <EmptyState icon={<IconWebhook size={24} />} title={t('empty')} action={add}>
            {t('empty_text')}
          </EmptyState>
        }
        failure={(error) => ({ message: errorText(error, t('load_error')) })}
      >
        {(webhook) => <WebhookRow webhook={webhook} onOpen={() => setOpenId(webhook.id)} />}
      </RowList>
      {open && <WebhookDrawer key={open.id} webhook={open} onSecret={setNewSecret} onClose={() => setOpenId(null)} />}
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

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const { t } = useTranslation('webhooks');
  const reasonOf = useStateReason();
  const { moment } = useTimes();
  const { name, url, company_name, waiting, last_delivered_at } = webhook;
  const reason = reasonOf(webhook);
  return (
    <UnstyledButton className={`${rows.row} ${rows.pressed}`} aria-haspopup="dialog" onClick={onOpen}>
      <span className={rows.text}>
        <span className={rows.name}>{name}</span>
        <Code className={classes.address ?? ''}>{url}</Code>
        <span className={rows.detail}>
          {company_name} ·{' '}
          {last_delivered_at === null ? t('never') : t('last_delivered', { at: moment(last_delivered_at) })}
        </span>
        {reason !== null && <span className={rows.detail}>{reason}</span>}
      </span>
      <span className={classes.state}>
        <WebhookState webhook={webhook} />
        {waiting > 0 && <span className={rows.detail}>{t('waiting', { count: waiting })}</span>}
      </span>
    </UnstyledButton>
  );
}
