import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel, type PanelHead } from '../../kit/panel/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import { When } from '../../ui/when.tsx';
import type { ShownSecret } from './parts.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useStateReason, useWebhookState } from './webhook-state.tsx';
import { useGetWebhooksQuery } from './webhooks-api.ts';

export function WebhooksPanel({ head }: { head?: PanelHead }) {
  const { t } = useTranslation('webhooks');
  const stateOf = useWebhookState();
  const reasonOf = useStateReason();
  const [newSecret, setNewSecret] = useState<ShownSecret | null>(null);
  const query = useGetWebhooksQuery();
  return (
    <>
      <Panel
        head={head}
        label={t('title')}
        query={query}
        failed={t('load_error')}
        empty={{ icon: IconWebhook, title: t('empty'), text: t('empty_text') }}
        add={{
          label: t('create'),
          renderForm: (onClose) => <WebhookForm onCreated={setNewSecret} onClose={onClose} />,
        }}
        renderRow={(webhook) => {
          const { waiting, last_delivered_at, enabled } = webhook;
          const state = stateOf(webhook);
          // Why nothing arrives stands in the drawer: the row has no room for it.
          const facts = [
            (enabled ? null : reasonOf(webhook)) ?? state.text,
            waiting > 0 && t('waiting', { count: waiting }),
          ];
          return {
            state,
            facts: facts.filter((fact) => fact !== false).join(' · '),
            time: last_delivered_at === null ? t('never') : <When at={last_delivered_at} />,
          };
        }}
        renderDrawer={(webhook, onClose) => (
          <WebhookDrawer webhook={webhook} onSecret={setNewSecret} onClose={onClose} />
        )}
      />
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
