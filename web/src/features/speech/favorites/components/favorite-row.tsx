import { voiceKind } from '@belfry/schemas/domain/voices';
import type { Favorite } from '@belfry/schemas/http/speech/voices';
import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatLanguage } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { useTimes } from '../../../../lib/format/times.ts';
import { Flag } from '../../../../ui/pickers/flag.tsx';
import { VoiceTypeBadge } from '../../../../ui/voices/voice-type-badge.tsx';
import { voiceFlag } from '../../../../api/voice-lists/voice-flag.ts';
import { SampleButton, SoundBars, useSampleErrorText, useSample } from '../../samples/index.ts';
import { showToast, useRemoveFavorite } from '../use-favorite.ts';
import classes from './favorites-list.module.css';

const AGE_STEP_MS = 10_000;

/** One favourite: play or stop, what it is, remove. `onRemove` is called before the voice is removed. */
export function FavoriteRow({ favorite, onRemove }: { favorite: Favorite; onRemove: () => void }) {
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
          size={36}
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
