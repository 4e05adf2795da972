import type { ApiKey } from '@belfry/schemas/http/api-keys/api-keys';
import { Anchor, Button, Code, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Detail, Section, Technical, useOpened } from '../../kit/detail/index.ts';
import { Row, Rows, useFailure } from '../../kit/list/index.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
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

const alone = (primary: ReactNode): ReactNode => primary;

type Created = ApiKey & { key: string };

/** `head`: the head of the list, with its one button. */
export function ApiKeys({ head = alone }: { head?: (primary: ReactNode) => ReactNode }) {
  const { t } = useTranslation('api-keys');
  const failureOf = useFailure();
  const query = useGetApiKeysQuery();
  const impersonated = useIsImpersonated();
  const manages = useMay('manage_keys');
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const open = query.data?.find(({ id }) => String(id) === opened);
  return (
    <>
      {head(
        manages && !impersonated && (
          <Button size="sm" onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        ),
      )}
      <Rows
        label={t('title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{t('empty')}</Text>}
        failure={failureOf(query, t('load_error'))}
      >
        {(key) => (
          <KeyRow apiKey={key} to={to(String(key.id))} isOpen={key.id === open?.id} onEnd={() => setEnding(key)} />
        )}
      </Rows>
      <Text size="sm" c="dimmed" mt="sm">
        {t('lead')}{' '}
        <Anchor href="/api/docs/" target="_blank" rel="noreferrer" size="sm" underline="always">
          {t('docs')}
        </Anchor>
      </Text>
      {open && <KeyDetail apiKey={open} onClose={close} />}
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

type KeyRowProps = { apiKey: ApiKey; to: string; isOpen: boolean; onEnd: () => void };

function KeyRow({ apiKey, onEnd, ...rest }: KeyRowProps) {
  const { t } = useTranslation('api-keys');
  const scopesOf = useScopes();
  const { name, company_name, last_used_at } = apiKey;
  return (
    <Row
      name={name}
      path={`${company_name} · ${scopesOf(apiKey)}`}
      time={last_used_at === null ? t('never_used') : <When at={last_used_at} />}
      action={
        <Button size="compact-sm" variant="default" aria-label={t('end_of', { name })} onClick={onEnd}>
          {t('end')}
        </Button>
      }
      {...rest}
    />
  );
}

function KeyDetail({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const times = useTimes();
  const scopesOf = useScopes();
  return (
    <Detail title={apiKey.name} path={apiKey.company_name} onClose={onClose}>
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
