import { Text, Title } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { useWhereQuery } from '../../../kit/where/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';

export function PlacePage() {
  const { t } = useTranslation('place');
  const errorText = useErrorMessage();
  const id = Number(useParams()['id']);
  const { currentData, error, isFetching, refetch } = useWhereQuery({ right: 'read', targets: { nodes: [id] } });
  if (error && !currentData)
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!currentData) return <LineSkeletons count={3} height={24} />;
  const [place] = currentData.items;
  if (!place) return <EmptyState icon={<IconMapPinOff size={24} />} title={t('gone')} />;
  return (
    <header>
      {place.path !== '' && (
        <Text size="sm" c="dimmed">
          {place.path}
        </Text>
      )}
      <Title order={1} size="h3">
        {place.name}
      </Title>
    </header>
  );
}
