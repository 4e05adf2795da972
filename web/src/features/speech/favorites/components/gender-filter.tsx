import { Box, Button, Fieldset, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GenderChoice } from '../voice-choice.ts';
import classes from './gender-filter.module.css';

type Props = {
  offered: readonly GenderChoice[];
  chosen: GenderChoice;
  /** The number of favorites in the chosen language. */
  favorites: number;
  total: number;
  onPick: (choice: GenderChoice) => void;
};

/** Male, Female, All; All shows how many of the language's voices are favourites. */
export function GenderFilter({ offered, chosen, favorites, total, onPick }: Props) {
  const { t } = useTranslation('favorites');
  return (
    <Fieldset
      variant="unstyled"
      legend={t('gender.label')}
      classNames={{ root: classes.group ?? '', legend: classes.legend ?? '' }}
    >
      <Group gap="xs">
        {offered.map((choice) => (
          <Button
            key={choice}
            size="xs"
            variant={choice === chosen ? 'filled' : 'default'}
            aria-pressed={choice === chosen}
            onClick={() => onPick(choice)}
          >
            {t(`gender.${choice}`)}
            {choice === 'all' && <Share favorites={favorites} total={total} />}
          </Button>
        ))}
      </Group>
    </Fieldset>
  );
}

function Share({ favorites, total }: Pick<Props, 'favorites' | 'total'>) {
  const { t } = useTranslation('favorites');
  return (
    <>
      {' '}
      <Box component="span" className="tabular" ms={6}>{`${favorites}/${total}`}</Box>
      <VisuallyHidden> {t('gender.in_favorites')}</VisuallyHidden>
    </>
  );
}
