import {
  SimpleGrid,
  Text,
  ActionIcon,
  Loader,
  Tooltip,
  Button,
  Stack,
  Box,
  Fieldset,
  Group,
  VisuallyHidden,
} from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { voiceKind } from '@belfry/schemas/domain/voices';
import type { Favorite } from '@belfry/schemas/http/speech/voices';
import { IconTrash, IconHeart, IconHeartFilled, IconLanguageOff } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { Card } from '../../../ui/card.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatAgo, formatLanguage } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/timers.ts';
import { useTimes } from '../../../lib/times.ts';
import { Flag } from '../../../ui/pickers/choice-field.tsx';
import { VoiceTypeBadge } from '../../../ui/voice-type-badge.tsx';
import { voiceFlag } from '../voice-lists-api.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useGetFavoritesQuery, showToast, useRemoveFavorite, useAddFavorite } from './favorites-api.ts';
import { SampleButton, SoundBars, useSampleErrorText, useSample, SamplePanel } from '../samples/index.ts';
import classes from './favorites.module.css';
import { useVoiceChoice, type GenderChoice } from './voice-choice.ts';
import { LanguageField, VoiceField } from './voice-select.tsx';

/** The favourite voices screen without its title, which is also a tab of the settings; see VOICE-24. */
export function FavoriteVoices() {
  const { data: favorites = [] } = useGetFavoritesQuery();
  return (
    <SimpleGrid type="container" cols={{ base: 1, '700px': 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <VoiceChooser favorites={favorites} />
      <FavoritesCard />
    </SimpleGrid>
  );
}

function FavoritesCard() {
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

/**
 * Keeps the focus in its place when the row that had it is removed: on the last button of the row that is there now, of the last
 * one at the end, or on the frame where none is left.
 * @returns the frame of the list, and what is to be called before a row is removed
 */
function useFocusInPlace(
  favorites: readonly Favorite[] | undefined,
): [frame: RefObject<HTMLDivElement | null>, onRemove: (voice_name: string, place: number) => void] {
  const frame = useRef<HTMLDivElement>(null);
  const leaving = useRef<{ voice_name: string; place: number }>(undefined);
  useLayoutEffect(() => {
    const left = leaving.current;
    if (!left || favorites?.some(({ voice_name }) => voice_name === left.voice_name) !== false) return;
    leaving.current = undefined;
    // Somebody who has moved on keeps that focus.
    if (document.activeElement !== document.body) return;
    const last = [...(frame.current?.querySelectorAll('li') ?? [])].map((row) =>
      [...row.querySelectorAll('button')].at(-1),
    );
    (last[Math.min(left.place, last.length - 1)] ?? frame.current)?.focus();
  }, [favorites]);
  return [frame, (voice_name, place) => void (leaving.current = { voice_name, place })];
}

const STEPS = ['choose', 'listen', 'add'] as const;

function NoFavorites() {
  const { t } = useTranslation('favorites');
  const id = useId();
  return (
    <EmptyState
      icon={<IconHeart size={24} />}
      title={t('empty.title')}
      action={
        <div className={classes.how}>
          <Text size="sm" fw={600} id={id}>
            {t('empty.steps')}
          </Text>
          <ol className={classes.steps} aria-labelledby={id}>
            {STEPS.map((step) => (
              <li key={step}>{t(`empty.${step}`)}</li>
            ))}
          </ol>
        </div>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

const AGE_STEP_MS = 10_000;

function FavoriteRow({ favorite, onRemove }: { favorite: Favorite; onRemove: () => void }) {
  const { t } = useTranslation('favorites');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  const { voice_name, display_name: name, gender, language_codes, added_at } = favorite;
  const sample = useFavoriteSample(voice_name);
  const [remove, isRemoving] = useRemoveFavorite();
  const [code] = language_codes;
  return (
    <>
      <SampleButton sample={sample} name={name} />
      <div className={classes.text}>
        <span className={classes.name}>
          <Flag emoji={voiceFlag(language_codes)} />
          <span className={classes.texts}>{name}</span>
          {sample.phase === 'playing' && <SoundBars active />}
        </span>
        <span className={classes.facts}>
          <VoiceTypeBadge type={voiceKind(voice_name)} />
          <span>{t(`gender.${gender}`)}</span>
          {code !== undefined && <span>{formatLanguage(code, locale)}</span>}
          <span title={times.moment(added_at)}>{t('list.added', { ago: formatAgo(added_at, now, locale) })}</span>
        </span>
      </div>
      <Tooltip label={t('list.remove', { name })} openDelay={500}>
        <ActionIcon
          variant="subtle"
          color="error"
          size={32}
          aria-label={t('list.remove', { name })}
          // Never disabled, so that it keeps the focus where the voice cannot be removed.
          data-disabled={isRemoving}
          aria-disabled={isRemoving}
          aria-busy={isRemoving}
          onClick={() => {
            if (isRemoving) return;
            onRemove();
            void remove(voice_name);
          }}
        >
          {isRemoving ? <Loader size={18} color="currentcolor" /> : <IconTrash size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** The player of a row; failures are shown as toasts, because the row has no room for them. */
function useFavoriteSample(voice: string) {
  const { t } = useTranslation('favorites');
  const sample = useSample(voice);
  const errorTextOf = useSampleErrorText();
  const { failure } = sample;
  useEffect(() => {
    if (!failure) return;
    const { title } = errorTextOf(failure);
    const couldNotPlay = failure.kind === 'refused' || failure.kind === 'media';
    showToast('error', couldNotPlay ? t('list.play_failed') : t('list.load_failed', { reason: title }));
    // oxlint-disable-next-line react/exhaustive-deps -- a failure is shown once, also when the language changes later
  }, [failure]);
  return sample;
}

/** Language, gender and voice, the sample, and the button that adds the voice. */
function VoiceChooser({ favorites }: { favorites: readonly Favorite[] }) {
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
          value={choice.gender}
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
  value: GenderChoice;
  /** The number of favorites in the chosen language. */
  favorites: number;
  total: number;
  onPick: (choice: GenderChoice) => void;
};
/** Male, Female, All; All shows how many of the language's voices are favourites. */
function GenderFilter({ offered, value, favorites, total, onPick }: Props) {
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
            variant={choice === value ? 'filled' : 'default'}
            aria-pressed={choice === value}
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
