import type { ApiKey } from '@belfry/schemas/http/api-keys/api-keys';
import { Anchor, Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import { Detail, Section, Technical } from '../../kit/detail/index.ts';
import type { RowState } from '../../kit/list/index.ts';
import { Panel, type PanelHead } from '../../kit/panel/index.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { useNow } from '../../lib/timers.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { useMay } from '../teams/teams-api.ts';
import { useEndApiKeyMutation, useGetApiKeysQuery } from './api-keys-api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { scopeKey } from './scope-key.ts';

/** Time enough to make another. */
const ENDS_SOON_MS = 14 * 86_400_000;

type Created = ApiKey & { key: string };

export function ApiKeys({ head }: { head?: PanelHead }) {
  const { t } = useTranslation('api-keys');
  const scopesOf = useScopes();
  const stateOf = useKeyState();
  const impersonated = useIsImpersonated();
  const manages = useMay('manage_keys');
  const [created, setCreated] = useState<Created | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const renderForm = (onClose: () => void) => (
    <NewKeyDialog
      onCreated={(newKey) => {
        onClose();
        setCreated(newKey);
      }}
      onClose={onClose}
    />
  );
  const query = useGetApiKeysQuery();
  return (
    <>
      <Panel
        head={head}
        label={t('title')}
        query={query}
        failed={t('load_error')}
        empty={<Text size="sm">{t('empty')}</Text>}
        add={manages && !impersonated ? { label: t('create'), renderForm } : undefined}
        renderRow={(apiKey) => ({
          state: stateOf(apiKey),
          path: `${apiKey.company_name} · ${scopesOf(apiKey)}`,
          time: apiKey.last_used_at === null ? t('never_used') : <When at={apiKey.last_used_at} />,
          action: (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('end_of', { name: apiKey.name })}
              onClick={() => setEnding(apiKey)}
            >
              {t('end')}
            </Button>
          ),
        })}
        renderDrawer={(apiKey, onClose) => <KeyDetail apiKey={apiKey} onClose={onClose} />}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('lead')}{' '}
        <Anchor href="/api/docs/" target="_blank" rel="noreferrer" size="sm" underline="always">
          {t('docs')}
        </Anchor>
      </Text>
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
            <Text size="sm" mt="sm">
              {t('example')}
            </Text>
            <Code block>{`curl -H "Authorization: $BELFRY_KEY" ${location.origin}/api/me/rights`}</Code>
          </>
        )}
      </KeyDialog>
      {ending && <EndQuestion apiKey={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function useScopes(): (key: Pick<ApiKey, 'scopes'>) => string {
  const { t } = useTranslation('api-keys');
  return ({ scopes }) => scopes.map((scope) => t(`scope.${scopeKey(scope)}`)).join(', ');
}

/** How a key is: over, about to end, or how it is used. */
function useKeyState() {
  const { t } = useTranslation('api-keys');
  const { moment } = useTimes();
  const now = useNow(60_000);
  return ({ expires_at, last_used_at }: ApiKey): { state: RowState; text: string } => {
    const left = Date.parse(expires_at) - now;
    if (left <= 0) return { state: 'wrong', text: t('state.over', { at: moment(expires_at) }) };
    if (left < ENDS_SOON_MS) return { state: 'look', text: t('state.ends', { at: moment(expires_at) }) };
    return {
      state: 'ok',
      text: last_used_at === null ? t('state.unused') : t('state.used', { at: moment(last_used_at) }),
    };
  };
}

function KeyDetail({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const times = useTimes();
  const scopesOf = useScopes();
  const stateOf = useKeyState();
  return (
    <Detail title={apiKey.name} path={apiKey.company_name} state={stateOf(apiKey)} onClose={onClose}>
      <Section title={t('scopes')}>{scopesOf(apiKey)}</Section>
      <Section title={t('expires')}>{times.moment(apiKey.expires_at)}</Section>
      <Technical>
        <Code>{apiKey.prefix}…</Code>
      </Technical>
    </Detail>
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
