import type { Right } from '@belfry/schemas/domain/rights';
import type { SeenNode } from '@belfry/schemas/http/teams/access';
import { skipToken } from '@reduxjs/toolkit/query';
import { Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useAddress } from '../../lib/address.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { PageHeading } from '../../ui/tabbed-page.tsx';
import classes from './see-as.module.css';
import { SeenActions } from './seen-actions.tsx';
import { SeenTree } from './seen-tree.tsx';
import { useGetSeenNodesQuery } from './teams-api.ts';

type Props = {
  /** The links that somebody with these rights has in the navigation. */
  renderMenu: (rights: readonly Right[]) => ReactNode;
};

/**
 * What another person sees and may do, as far as the reader manages it: menu, tree, and the actions at the chosen node. It is read with
 * the key of the reader, and nothing on it acts as the person.
 */
export function SeeAsPage({ renderMenu }: Props) {
  const { t } = useTranslation('teams');
  const errorText = useErrorMessage();
  const [address] = useAddress();
  const person = Number(address.get('person') ?? Number.NaN);
  const known = Number.isSafeInteger(person) && person > 0;
  const { currentData, error, isFetching, refetch } = useGetSeenNodesQuery(known ? { user_id: person } : skipToken);
  const [chosen, setChosen] = useState<SeenNode | null>(null);
  if (!known || (isApiError(error) && error.status === 404)) return <Nobody />;
  if (!currentData && error) {
    const message = errorText(error, t('see_as.failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!currentData) return <LineSkeletons count={8} height={36} />;
  const { name, rights, nodes } = currentData;
  const node = chosen ?? nodes[0];
  return (
    <Stack gap="lg">
      <PageHeading title={t('see_as.title', { name })} lead={t('see_as.lead', { name })} />
      <Notice tone="warning">{t('see_as.read_only')}</Notice>
      <div className={classes.columns}>
        <Stack gap="md">
          <Card title={t('see_as.menu')} order={2}>
            {renderMenu(rights)}
          </Card>
          <Card title={t('see_as.tree')} order={2}>
            {nodes.length === 0 ? (
              <Text size="sm">{t('see_as.no_nodes')}</Text>
            ) : (
              <SeenTree key={person} userId={person} chosen={node?.company_id} onChoose={setChosen} />
            )}
          </Card>
        </Stack>
        {node && <SeenActions node={node} />}
      </div>
    </Stack>
  );
}

function Nobody() {
  const { t } = useTranslation('teams');
  return (
    <Stack gap="lg">
      <PageHeading title={t('see_as.heading')} lead={t('see_as.heading_lead')} />
      <EmptyState icon={<IconEye size={24} />} title={t('see_as.nobody')}>
        {t('see_as.nobody_text')}
      </EmptyState>
    </Stack>
  );
}
