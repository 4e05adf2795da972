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
import { useFocusInPlace } from '../use-focus-in-place.ts';
import classes from './favorites-list.module.css';

/** The user's favourite voices, with play or stop and remove. */
export function FavoritesCard() {
  const { t } = useTranslation('favorites');
  const errorText = useErrorMessage();
  const { data: favorites, error, isFetching, fulfilledTimeStamp, refetch } = useGetFavoritesQuery();
  const count = favorites?.length ?? 0;
  const [frame, onRemove] = useFocusInPlace(favorites);
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
          <div ref={frame} tabIndex={-1} className={classes.frame}>
            {count > 0 ? <FavoritesList favorites={favorites} onRemove={onRemove} /> : <NoFavorites />}
          </div>
        </Stale>
      ) : error ? (
        <ErrorState message={errorText(error, t('list.error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={4} height={52} />
      )}
    </Card>
  );
}
