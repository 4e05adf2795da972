import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { wholeList } from '../../../../ui/lists/list-state.ts';
import { RowList } from '../../../../ui/lists/row-list.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useGetFavoritesQuery } from '../favorites-api.ts';
import { FavoriteRow } from './favorite-row.tsx';
import { NoFavorites } from './no-favorites.tsx';
import { useFocusInPlace } from '../use-focus-in-place.ts';
import classes from './favorites-list.module.css';

/** The user's favourite voices, with play or stop and remove. */
export function FavoritesCard() {
  const { t } = useTranslation('favorites');
  const errorText = useErrorMessage();
  const query = useGetFavoritesQuery();
  const { data: favorites } = query;
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
      <div ref={frame} tabIndex={-1} className={classes.frame}>
        <RowList
          list={wholeList(query, favorites)}
          label={t('list.title')}
          entry={classes.row}
          keyOf={({ voice_name }) => voice_name}
          waiting={<LineSkeletons count={4} height={52} />}
          failure={(error) => ({ message: errorText(error, t('list.error')) })}
          empty={<NoFavorites />}
        >
          {(favorite) => (
            <FavoriteRow
              favorite={favorite}
              onRemove={() => onRemove(favorite.voice_name, favorites?.indexOf(favorite) ?? 0)}
            />
          )}
        </RowList>
      </div>
    </Card>
  );
}
