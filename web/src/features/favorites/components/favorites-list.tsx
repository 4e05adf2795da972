import type { Favorite } from '@belfry/schemas/http/announcements/voices';
import { useTranslation } from 'react-i18next';
import rows from '../../../ui/row-list.module.css';
import { FavoriteRow } from './favorite-row.tsx';

type Props = {
  favorites: readonly Favorite[];
  /** Called before a voice is removed, with its place in the list. */
  onRemove: (voice_name: string, place: number) => void;
};

/** The last added first. */
export function FavoritesList({ favorites, onRemove }: Props) {
  const { t } = useTranslation('favorites');
  return (
    <ul className={rows.list} aria-label={t('list.title')}>
      {favorites.map((favorite, place) => (
        <FavoriteRow
          key={favorite.voice_name}
          favorite={favorite}
          onRemove={() => onRemove(favorite.voice_name, place)}
        />
      ))}
    </ul>
  );
}
