import { type IdentityProvider, PROVIDERS_PER_OWNER } from '@belfry/schemas/http/single-sign-on/providers';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { OwnAccountOnly } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-form.tsx';
import { useGetProvidersQuery } from './providers-api.ts';

/** The identity providers of one's organisation, and for administrators those of everybody; see SSO-1. */
export function SingleSignOnSettings() {
  const { t } = useTranslation('single-sign-on');
  const errorText = useErrorMessage();
  const isImpersonated = useIsImpersonated();
  const { user_id } = useSelector(selectSession) ?? {};
  const { data, error, isFetching, refetch } = useGetProvidersQuery();
  const [editing, setEditing] = useState<IdentityProvider | 'new' | null>(null);
  const own = data?.filter(({ owner_id }) => owner_id === user_id).length ?? 0;
  const add = (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={!data || own >= PROVIDERS_PER_OWNER}
      onClick={() => setEditing('new')}
    >
      {t('add')}
    </Button>
  );
  return (
    <OwnAccountOnly isImpersonated={isImpersonated}>
      <PageSection title={t('title')} lead={t('lead', { most: PROVIDERS_PER_OWNER })} action={add}>
        {!data && !error && <LineSkeletons count={2} height={24} />}
        {error && (
          <ErrorState message={errorText(error, t('failed'))} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {data?.length === 0 && <Text size="sm">{t('none')}</Text>}
        {data?.map((provider) => (
          <ProviderCard
            key={provider.provider_id}
            provider={provider}
            isOwn={provider.owner_id === user_id}
            onEdit={() => setEditing(provider)}
          />
        ))}
      </PageSection>
      {editing !== null && (
        <ProviderDialog provider={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </OwnAccountOnly>
  );
}
