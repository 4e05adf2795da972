import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useGetFavoritesQuery } from '../favorites-api.ts';
import { FavoritesList } from './favorites-list.tsx';
import { NoFavorites } from './no-favorites.tsx';

/** The user's favourite voices, with play or stop and remove. */
export function FavoritesCard() {
  const { t } = useTranslation('favorites');
  const errorText = useErrorMessage();
  const { data: favorites, error, isFetching, fulfilledTimeStamp, refetch } = useGetFavoritesQuery();
  const count = favorites?.length ?? 0;
  return (
    <Card
      title={t('list.title')}
      order={2}
      action={
        count > 0 && (
          <Text size="sm" c="dimmed" className="tabular">
            {t('list.count', { count })}
          </Text>
        )
      }
    >
      {favorites ? (
        <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
          {count > 0 ? <FavoritesList favorites={favorites} /> : <NoFavorites />}
        </Stale>
      ) : error ? (
        <ErrorState message={errorText(error, t('list.error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={4} height={52} />
      )}
    </Card>
  );
}
