import { useAct } from '../../ui/use-act.ts';
import type { IdentityProvider } from '@belfry/schemas/http/single-sign-on/providers';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useMakeScimTokenMutation, useRemoveScimTokenMutation } from './providers-api.ts';

/** The address and the token with which the directory sends people and groups; the token is shown once. */
export function ScimAccess({ provider }: { provider: IdentityProvider }) {
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
