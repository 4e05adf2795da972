import { useAct } from '../../ui/use-act.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { IdentityProvider } from '@belfry/schemas/http/single-sign-on/providers';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { useCheckDomainMutation, useConfirmDomainMutation } from './providers-api.ts';

/** The mail domains of a provider, and how those are proven that are not yet. */
export function Domains({ provider: { provider_id, domains } }: { provider: IdentityProvider }) {
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
  const prove = async (by: typeof check): Promise<void> => {
    await act(() => by({ provider_id, domain }), { done: t('domain_proven', { domain }), failed: t('domain_failed') });
  };
  if (proven_at !== null) {
    return (
      <Group gap="sm">
        <Text size="sm">{domain}</Text>
        <Badge color="success" variant="light">
          {t('proven')}
        </Badge>
      </Group>
    );
  }
  return (
    <div>
      <Group gap="sm">
        <Text size="sm">{domain}</Text>
        <Badge color="warning" variant="light">
          {t('unproven')}
        </Badge>
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
