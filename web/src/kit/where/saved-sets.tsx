import { ActionIcon, Combobox } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { SAVED_PLACE_NAME_MAX, SAVED_PLACES_MAX } from '@belfry/schemas/http/live-pages/saved-places';
import type { WhereItem } from '@belfry/schemas/http/places/where';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { Line } from './list-line.tsx';
import { chipsOf, isEmpty } from './selection.ts';
import { shortName, useGetSavedSetsQuery, useRemoveSavedSetMutation, useSaveSetMutation } from './where-api.ts';
import classes from './where.module.css';

type Props = {
  text: string;
  targets: TargetsInput;
  selected: readonly WhereItem[];
  onReplace: (targets: TargetsInput) => void;
};

/** Selections that the person has saved, each with a star that removes it, and a star that saves the present one. */
export function SavedSets({ text, targets, selected, onReplace }: Props) {
  const { t } = useTranslation('where');
  const { act } = useAct();
  const { data: sets = [] } = useGetSavedSetsQuery();
  const [save] = useSaveSetMutation();
  const [remove] = useRemoveSavedSetMutation();
  const name = nameOf(targets, selected);
  const isSaved = sets.some((set) => set.name === name);
  const offersSave = !isEmpty(targets) && name !== '' && !isSaved && sets.length < SAVED_PLACES_MAX;
  const matches = sets.filter((set) => set.name.toLowerCase().includes(text.toLowerCase()));
  if (!offersSave && matches.length === 0) return null;
  return (
    <Combobox.Group label={t('saved.label')}>
      {offersSave && text === '' && (
        <Line
          value="save"
          onPress={() => void act(() => save({ name, targets }), { done: t('saved.done'), failed: t('saved.failed') })}
        >
          <IconStar size={16} aria-hidden />
          <span className={classes.name}>{t('saved.save', { name })}</span>
        </Line>
      )}
      {matches.map(({ id, name: label, targets: saved }) => (
        <Line key={id} value={`saved ${id}`} onPress={() => onReplace(saved)}>
          <span className={classes.name}>{label}</span>
          <ActionIcon
            component="span"
            // By keyboard it is Delete.
            role="presentation"
            data-remove
            variant="subtle"
            color="gray"
            size={24}
            title={t('saved.remove', { name: label })}
            onClick={(event) => {
              event.stopPropagation();
              void act(() => remove({ id }), { failed: t('saved.failed') });
            }}
          >
            <IconStarFilled size={16} aria-hidden />
          </ActionIcon>
        </Line>
      ))}
    </Combobox.Group>
  );
}

/** `Harbour Market, North`: the names of what is selected, as long as a saved set may be called. */
function nameOf(targets: TargetsInput, selected: readonly WhereItem[]): string {
  const names = chipsOf(targets, selected).map(({ item, but }) =>
    but.length === 0 ? shortName(item) : `${shortName(item)} − ${but.map(shortName).join(', ')}`,
  );
  const whole = names.join(', ');
  return whole.length <= SAVED_PLACE_NAME_MAX ? whole : `${whole.slice(0, SAVED_PLACE_NAME_MAX - 1)}…`;
}
