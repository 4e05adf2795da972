import type { IdentityProvider, ProviderTest } from '@belfry/schemas/http/single-sign-on/providers';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { Domains } from './domains.tsx';
import { useRemoveProviderMutation, useTestProviderMutation } from './providers-api.ts';
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
        <Actions provider={provider} onEdit={onEdit} />
      </Stack>
    </Card>
  );
}

function Actions({ provider: { provider_id, name }, onEdit }: Pick<Props, 'provider' | 'onEdit'>) {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const errorText = useErrorMessage();
  const [test, { data: found, error, isLoading }] = useTestProviderMutation();
  const [remove] = useRemoveProviderMutation();
  const [asking, setAsking] = useState(false);
  const end = async (): Promise<void> => {
    const { error: refused } = await remove(provider_id);
    if (refused) toast('error', errorText(refused, t('remove_failed')));
  };
  return (
    <>
      <div aria-live="polite">
        {error !== undefined && <Notice tone="error">{errorText(error, t('failed'))}</Notice>}
        {found && <Found found={found} />}
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

function Found({ found: { problem, keys, back_channel_logout } }: { found: ProviderTest }) {
  const { t } = useTranslation('single-sign-on');
  if (problem !== null) return <Notice tone="error">{problem}</Notice>;
  return (
    <Notice>
      {t('found', { count: keys })} {t(back_channel_logout ? 'logout_yes' : 'logout_no')}
    </Notice>
  );
}
