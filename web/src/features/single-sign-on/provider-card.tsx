import { useAct } from '../../ui/use-act.ts';
import type { IdentityProvider, ProviderTest } from '@belfry/schemas/http/single-sign-on/providers';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dot } from '../../kit/list/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { readValues, valuesOf } from './provider-values.ts';
import {
  useChangeProviderMutation,
  useRemoveProviderMutation,
  useTestProviderMutation,
  useMakeScimTokenMutation,
  useRemoveScimTokenMutation,
  useCheckDomainMutation,
  useConfirmDomainMutation,
} from './providers-api.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';

type Props = {
  provider: IdentityProvider;
  /** Whether it belongs to the organisation of the user. */ isOwn: boolean;
  onEdit: () => void;
};

/** One provider: what has to be entered there, what it says, and who gets which role. */
export function ProviderCard({ provider, isOwn, onEdit }: Props) {
  const { t } = useTranslation('single-sign-on');
  const { name, issuer, client_id, owner_name, people, redirect_uri, logout_uri, rules } = provider;
  return (
    <Card title={name}>
      <Stack gap="md">
        <Facts
          facts={[
            ...(isOwn ? [] : [[t('owner'), owner_name] as const]),
            [t('issuer'), issuer],
            [t('client_id'), client_id],
            [t('people'), t('people_count', { count: people })],
            [t('passwords'), t(provider.passwords_allowed ? 'passwords_yes' : 'passwords_no')],
            [t('redirect_uri'), <CopyText key="redirect" value={redirect_uri} />],
            [t('logout_uri'), <CopyText key="logout" value={logout_uri} />],
          ]}
        />
        <Domains provider={provider} />
        <section aria-label={t('rules')}>
          <Text fw={600} size="sm" mb="xs">
            {t('rules')}
          </Text>
          {rules.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('rules_none')}
            </Text>
          )}
          <List size="sm">
            {rules.map(({ value, company_id, company_name, role, may_emergency }) => (
              <List.Item key={`${value} ${company_id} ${role}`}>
                {t('rule', { value, place: company_name, role: t(`role.${role}`) })}
                {may_emergency && `, ${t('may_emergency')}`}
              </List.Item>
            ))}
          </List>
        </section>
        <ScimAccess provider={provider} />
        <Notices provider={provider} />
        <Actions provider={provider} onEdit={onEdit} />
      </Stack>
    </Card>
  );
}

/** Recent problems: nothing else informs the manager of the provider. */
function Notices({ provider: { groups_left_out, last_refusal, last_refusal_at } }: Pick<Props, 'provider'>) {
  const { t } = useTranslation('single-sign-on');
  const times = useTimes();
  return (
    <>
      {groups_left_out > 0 && <Notice tone="warning">{t('groups_left_out', { count: groups_left_out })}</Notice>}
      {last_refusal !== null && last_refusal_at !== null && (
        <Notice tone="warning">
          {t('last_refusal', { time: times.moment(last_refusal_at), reason: last_refusal })}
        </Notice>
      )}
    </>
  );
}

function Actions({ provider, onEdit }: Pick<Props, 'provider' | 'onEdit'>) {
  const { provider_id, name } = provider;
  const { t } = useTranslation(['single-sign-on', 'common']);
  const errorText = useErrorMessage();
  const { act } = useAct();
  const [test, { data: result, error, isLoading }] = useTestProviderMutation();
  const [remove] = useRemoveProviderMutation();
  const [asking, setAsking] = useState(false);
  const end = () => act(() => remove(provider_id), { failed: t('remove_failed') });
  return (
    <>
      <div aria-live="polite">
        {error !== undefined && <Notice tone="error">{errorText(error, t('failed'))}</Notice>}
        {result && <Found result={result} provider={provider} />}
      </div>
      <Group gap="sm">
        <Button variant="default" loading={isLoading} onClick={() => void test(provider_id)}>
          {t('test')}
        </Button>
        <Button variant="default" onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button variant="light" color="error" onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('remove_title', { name })}
        confirmLabel={t('remove')}
        tone="error"
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        {t('remove_text')}
      </ConfirmDialog>
    </>
  );
}

function Found({ result, provider }: { result: ProviderTest } & Pick<Props, 'provider'>) {
  const { t } = useTranslation('single-sign-on');
  const { problem, issuer, keys, back_channel_logout } = result;
  const [change, { isLoading, isSuccess, error }] = useChangeProviderMutation();
  const errorText = useErrorMessage();
  // That of many organisations is completed by hand.
  const offered = issuer !== null && !/[{}]/.test(issuer) ? issuer : null;
  const use = (spelled: string): void => {
    const read = readValues({ ...valuesOf(provider), issuer: spelled }, { isNew: false });
    if ('problem' in read) return;
    const { client_secret: _, ...fields } = read.body;
    void change({ ...fields, provider_id: provider.provider_id, revision: provider.revision });
  };
  if (isSuccess) return <Notice>{t('issuer_used')}</Notice>;
  if (error !== undefined) return <Notice tone="error">{errorText(error, t('failed'))}</Notice>;
  if (problem !== null)
    return (
      <Notice tone="error">
        {problem}
        {offered !== null && (
          <Button size="compact-sm" mt="xs" display="block" loading={isLoading} onClick={() => use(offered)}>
            {t('issuer_use', { issuer: offered })}
          </Button>
        )}
      </Notice>
    );
  return (
    <Notice>
      {t('found', { count: keys })} {t(back_channel_logout ? 'logout_yes' : 'logout_no')}
    </Notice>
  );
}

/** The address and the token with which the directory sends people and groups; the token is shown once. */
function ScimAccess({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation('single-sign-on');
  const { act } = useAct({ parallel: true });
  const times = useTimes();
  const [make, { isLoading }] = useMakeScimTokenMutation();
  const [remove] = useRemoveScimTokenMutation();
  const [token, setToken] = useState<string | null>(null);
  const { provider_id, scim_uri, scim_token_made_at } = provider;
  const create = async (): Promise<void> => {
    const data = await act(() => make(provider_id), { failed: t('failed') });
    if (data !== undefined) setToken(data.token);
  };
  const end = async (): Promise<void> => {
    setToken(null);
    await act(() => remove(provider_id), { failed: t('failed') });
  };
  return (
    <section aria-label={t('scim')}>
      <Text fw={600} size="sm" mb="xs">
        {t('scim')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('scim_lead')}
      </Text>
      <Text component="div" size="sm" mb="xs">
        <CopyText value={scim_uri} />
      </Text>
      {token !== null && (
        <Notice tone="warning">
          {t('scim_once')} <CopyText value={token} />
        </Notice>
      )}
      <Group gap="sm">
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void create()}>
          {t(scim_token_made_at === null ? 'scim_make' : 'scim_renew')}
        </Button>
        {scim_token_made_at !== null && (
          <>
            <Button size="compact-sm" variant="light" color="error" onClick={() => void end()}>
              {t('scim_end')}
            </Button>
            <Text size="xs" c="dimmed">
              {t('scim_since', { time: times.moment(scim_token_made_at) })}
            </Text>
          </>
        )}
      </Group>
    </section>
  );
}

/** The mail domains of a provider, and how those are proven that are not yet. */
function Domains({ provider: { provider_id, domains } }: { provider: IdentityProvider }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <section aria-label={t('domains')}>
      <Text fw={600} size="sm" mb="xs">
        {t('domains')}
      </Text>
      <Stack gap="sm">
        {domains.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('domains_none')}
          </Text>
        )}
        {domains.map((domain) => (
          <Domain key={domain.domain} provider_id={provider_id} {...domain} />
        ))}
      </Stack>
    </section>
  );
}

type DomainProps = IdentityProvider['domains'][number] & { provider_id: number };

function Domain({ provider_id, domain, proven_at, dns_name, dns_value }: DomainProps) {
  const { t } = useTranslation('single-sign-on');
  const { act } = useAct({ parallel: true });
  const role = useSelector(selectRole);
  const [check, { isLoading: checking }] = useCheckDomainMutation();
  const [confirm, { isLoading: confirming }] = useConfirmDomainMutation();
  const prove = (by: typeof check) =>
    act(() => by({ provider_id, domain }), { done: t('domain_proven', { domain }), failed: t('domain_failed') });
  if (proven_at !== null) {
    return (
      <Group gap="sm">
        <Text size="sm">{domain}</Text>
        <Text size="sm" component="span">
          <Dot state="ok" text={t('proven')} />
        </Text>
      </Group>
    );
  }
  return (
    <div>
      <Group gap="sm">
        <Text size="sm">{domain}</Text>
        <Text size="sm" component="span">
          <Dot state="look" text={t('unproven')} />
        </Text>
        <Button size="compact-sm" variant="default" loading={checking} onClick={() => void prove(check)}>
          {t('check')}
        </Button>
        {role !== null && isAdministrator(role) && (
          <Button size="compact-sm" variant="default" loading={confirming} onClick={() => void prove(confirm)}>
            {t('confirm')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('dns')}
      </Text>
      <Text component="div" size="xs">
        TXT <CopyText value={dns_name} /> <CopyText value={dns_value} />
      </Text>
    </div>
  );
}
