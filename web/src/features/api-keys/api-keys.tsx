import { useAct } from '../../ui/use-act.ts';
import type { ApiKey } from '@belfry/schemas/http/api-keys/api-keys';
import { Anchor, Button, Code, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { scopeKey } from './scope-key.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { useTimes } from '../../lib/times.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useMay } from '../teams/teams-api.ts';
import { useEndApiKeyMutation, useGetApiKeysQuery } from './api-keys-api.ts';
import rows from '../../ui/lists/text-row.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';

type Created = ApiKey & { key: string };

export function ApiKeys() {
  const { t } = useTranslation('api-keys');
  const errorText = useErrorMessage();
  const query = useGetApiKeysQuery();
  const impersonated = useIsImpersonated();
  const manages = useMay('manage_keys');
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  return (
    <Card
      title={t('title')}
      order={2}
      action={
        manages &&
        !impersonated && (
          <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('lead')}{' '}
        <Anchor href="/api/docs/" target="_blank" rel="noreferrer" size="sm" underline="always">
          {t('docs')}
        </Anchor>
      </Text>
      <RowList
        list={wholeList(query, query.data)}
        label={t('title')}
        entry={rows.row}
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={2} height={44} />}
        empty={<Text size="sm">{t('empty')}</Text>}
        failure={(error) => ({ message: errorText(error, t('load_error')) })}
      >
        {(key) => <KeyRow apiKey={key} onEnd={() => setEnding(key)} />}
      </RowList>
      {creating && (
        <NewKeyDialog
          onCreated={(newKey) => {
            setCreating(false);
            setCreated(newKey);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      <KeyDialog
        secret={created?.key ?? null}
        title={t('created', { name: created?.name ?? '' })}
        label={t('key')}
        copyLabel={t('copy')}
        onClose={() => setCreated(null)}
      >
        {t('once')}
        {created && (
          <>
            <Text size="xs" mt="sm">
              {t('example')}
            </Text>
            <Code block>{`curl -H "Authorization: $BELFRY_KEY" ${location.origin}/api/me/rights`}</Code>
          </>
        )}
      </KeyDialog>
      {ending && <EndQuestion apiKey={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

function KeyRow({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const { t } = useTranslation('api-keys');
  const times = useTimes();
  const { name, prefix, scopes, company_name, expires_at, last_used_at } = apiKey;
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>
          {name} <Code>{prefix}…</Code>
        </span>
        <span className={rows.detail}>
          {company_name} · {scopes.map((scope) => t(`scope.${scopeKey(scope)}`)).join(', ')}
        </span>
        <span className={rows.detail}>
          {t('expires')} {times.moment(expires_at)} · {t('last_used')}:{' '}
          {last_used_at === null ? t('never') : times.moment(last_used_at)}
        </span>
      </div>
      <Button size="compact-xs" variant="light" color="error" aria-label={t('end_of', { name })} onClick={onEnd}>
        {t('end')}
      </Button>
    </>
  );
}

function EndQuestion({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const { act } = useAct();
  const [end] = useEndApiKeyMutation();
  return (
    <ConfirmDialog
      opened
      title={t('end_of', { name })}
      confirmLabel={t('end')}
      tone="error"
      onConfirm={() => act(() => end(id), { done: t('ended', { name }), failed: t('end_failed') })}
      onClose={onClose}
    >
      {t('end_ask', { name })}
    </ConfirmDialog>
  );
}
