import { Button, Fieldset, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GenderChoice } from '../voice-choice.ts';

type Props = {
  offered: readonly GenderChoice[];
  chosen: GenderChoice;
  /** Of the chosen language. */
  favorites: number;
  total: number;
  onPick: (choice: GenderChoice) => void;
};

/** Male, Female, All; All shows how many of the language's voices are favourites. */
export function GenderFilter({ offered, chosen, favorites, total, onPick }: Props) {
  const { t } = useTranslation('favorites');
  return (
    <Fieldset variant="unstyled" legend={t('gender.label')}>
      <Group gap="xs">
        {offered.map((choice) => (
          <Button
            key={choice}
            size="xs"
            variant={choice === chosen ? 'filled' : 'default'}
            aria-pressed={choice === chosen}
            aria-label={choice === 'all' ? t('gender.all_of', { favorites, total }) : undefined}
            onClick={() => onPick(choice)}
          >
            {t(`gender.${choice}`)}
            {choice === 'all' && <span className="tabular">&nbsp;{`${favorites}/${total}`}</span>}
          </Button>
        ))}
      </Group>
    </Fieldset>
  );
}
