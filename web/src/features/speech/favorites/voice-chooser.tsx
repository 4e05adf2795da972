import type { Favorite } from '@belfry/schemas/http/speech/voices';
import { Button, Loader, Stack, Box, Fieldset, Group, VisuallyHidden } from '@mantine/core';
import { IconHeart, IconHeartFilled, IconLanguageOff } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SamplePanel } from '../samples/index.ts';
import { useAddFavorite } from './favorites-api.ts';
import { useVoiceChoice, type GenderChoice } from './voice-choice.ts';
import { LanguageField, VoiceField } from './voice-select.tsx';
import classes from './favorites.module.css';

/** Language, gender and voice, the sample, and the button that adds the voice. */
export function VoiceChooser({ favorites }: { favorites: readonly Favorite[] }) {
  const { t } = useTranslation('favorites');
  const choice = useVoiceChoice();
  const [add, isAdding] = useAddFavorite();
  const { languages, language, voices, voice } = choice;
  const favoriteNames = new Set(favorites.map(({ voice_name }) => voice_name));
  const isFavorite = voice !== undefined && favoriteNames.has(voice.voice_name);
  const Mark = isFavorite ? IconHeartFilled : IconHeart;
  if (!languages.isLoading && languages.list.length === 0) {
    return (
      <Card title={t('choose')} order={2}>
        <EmptyState icon={<IconLanguageOff size={24} />} title={t('language.empty')}>
          {t('language.empty_text')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title={t('choose')} order={2}>
      <Stack gap="md">
        <LanguageField languages={languages} language={language ?? ''} onPick={choice.pickLanguage} />
        <GenderFilter
          offered={choice.genders}
          chosen={choice.gender}
          favorites={voices.list.filter(({ voice_name }) => favoriteNames.has(voice_name)).length}
          total={voices.list.length}
          onPick={choice.pickGender}
        />
        <VoiceField voices={choice.offered} of={voices} voice={voice?.voice_name ?? ''} onPick={choice.pickVoice} />
        {voice && <SamplePanel key={voice.voice_name} voice={voice.voice_name} name={voice.name} />}
        {/* Never disabled, so that it keeps the focus while the voice is added and afterwards. */}
        <Button
          leftSection={isAdding ? <Loader size={18} color="currentcolor" /> : <Mark size={18} aria-hidden />}
          data-disabled={isFavorite || isAdding}
          aria-disabled={isFavorite || isAdding}
          aria-busy={isAdding}
          onClick={() => isFavorite || isAdding || void add(voice)}
        >
          {t(isFavorite ? 'add.already' : 'add.button')}
        </Button>
      </Stack>
    </Card>
  );
}

type Props = {
  offered: readonly GenderChoice[];
  chosen: GenderChoice;
  /** The number of favorites in the chosen language. */
  favorites: number;
  total: number;
  onPick: (choice: GenderChoice) => void;
};
/** Male, Female, All; All shows how many of the language's voices are favourites. */
function GenderFilter({ offered, chosen, favorites, total, onPick }: Props) {
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
