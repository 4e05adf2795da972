import { ActionIcon } from '@mantine/core';
import { IconMapPin, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { ListFrame } from '../../../ui/lists/list-frame.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import type { SavedPlaces } from './use-saved-places.ts';
import classes from './talk-page.module.css';

type Props = { places: SavedPlaces; disabled: boolean; onEdit: (id: number) => void };

/** A big button for each saved place; the pressed one is spoken to. */
export function PlaceButtons({ places: { list, chosen, choose }, disabled, onEdit }: Props) {
  const { t } = useTranslation('live-pages');
  return (
    <ListFrame
      list={list}
      waiting={<CardSkeletons count={2} height={72} cols={{ base: 2 }} />}
      failure={() => ({ message: t('talk.not_loaded') })}
      empty={
        <EmptyState icon={<IconMapPin size={24} />} title={t('talk.empty')} compact>
          {t('talk.empty_text')}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className={classes.grid} aria-label={t('talk.places')}>
          {rows.map(({ id, name }) => (
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
      )}
    </ListFrame>
  );
}
