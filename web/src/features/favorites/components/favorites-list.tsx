import type { Favorite } from '@belfry/schemas/http/announcements/voices';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import rows from '../../../ui/row-list.module.css';
import { FavoriteRow } from './favorite-row.tsx';

/** The last added first. The focus stays in the list when a voice is removed. */
export function FavoritesList({ favorites }: { favorites: readonly Favorite[] }) {
  const { t } = useTranslation('favorites');
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul ref={list} tabIndex={-1} className={rows.list} aria-label={t('list.title')}>
      {favorites.map((favorite) => (
        <FavoriteRow key={favorite.voice_name} favorite={favorite} onRemoved={() => list.current?.focus()} />
      ))}
    </ul>
  );
}
