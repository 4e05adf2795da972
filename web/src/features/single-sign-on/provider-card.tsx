import { useAct } from '../../ui/use-act.ts';
import type { IdentityProvider, ProviderTest } from '@belfry/schemas/http/single-sign-on/providers';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Domains } from './domains.tsx';
import { readValues, valuesOf } from './provider-values.ts';
import { useChangeProviderMutation, useRemoveProviderMutation, useTestProviderMutation } from './providers-api.ts';
import { ScimAccess } from './scim-access.tsx';

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

/** What went wrong since: nobody else tells who manages the provider. */
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
  const [test, { data: found, error, isLoading }] = useTestProviderMutation();
  const [remove] = useRemoveProviderMutation();
  const [asking, setAsking] = useState(false);
  const end = async (): Promise<void> => {
    await act(() => remove(provider_id), { failed: t('remove_failed') });
  };
  return (
    <>
      <div aria-live="polite">
        {error !== undefined && <Notice tone="error">{errorText(error, t('failed'))}</Notice>}
        {found && <Found found={found} provider={provider} />}
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

function Found({ found, provider }: { found: ProviderTest } & Pick<Props, 'provider'>) {
  const { t } = useTranslation('single-sign-on');
  const { problem, issuer, keys, back_channel_logout } = found;
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
