import { ActionIcon } from '@mantine/core';
import { IconMapPin, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { SavedPlaces } from './use-saved-places.ts';
import classes from './talk-page.module.css';

type Props = { places: SavedPlaces; disabled: boolean; onEdit: (id: string) => void };

/** A big button for each saved place; the pressed one is spoken to. */
export function PlaceButtons({ places: { list, chosen, choose }, disabled, onEdit }: Props) {
  const { t } = useTranslation('pages');
  if (list.length === 0) {
    return (
      <EmptyState icon={<IconMapPin size={24} />} title={t('talk.empty')} compact>
        {t('talk.empty_text')}
      </EmptyState>
    );
  }
  return (
    <ul className={classes.grid} aria-label={t('talk.places')}>
      {list.map(({ id, name }) => (
        <li key={id} className={classes.item}>
          <button
            type="button"
            className={classes.place}
            aria-pressed={id === chosen?.id}
            disabled={disabled}
            onClick={() => choose(id)}
          >
            {name}
          </button>
          <ActionIcon
            className={classes.edit ?? ''}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('talk.edit', { name })}
            disabled={disabled}
            onClick={() => onEdit(id)}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
