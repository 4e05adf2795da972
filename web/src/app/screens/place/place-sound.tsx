import type { PlacePage, Speaker } from '@belfry/schemas/http/places/places';
import { PLAYER_CHANNELS, VOICE_TRACKS } from '@belfry/schemas/domain/player';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { SoundLine } from '../../../ui/sound-line.tsx';
import classes from './place.module.css';

const UNNAMED: ReadonlySet<string> = new Set(Object.values(VOICE_TRACKS));

/** What is heard of a loudspeaker, in words. */
export function useHeard(): (speaker: Pick<Speaker, 'channel' | 'track'>) => string {
  const { t } = useTranslation('place');
  return ({ channel, track }) => {
    if (channel === null) return t('sound.silent');
    const isNamed = track !== null && track !== '' && !(channel === 'voice' && UNNAMED.has(track));
    return isNamed ? track : t(`sound.channel.${channel}`);
  };
}

/** The line under the name of a place: flat while it is silent, moving while something plays. */
export function PlaceSound({ place: { speakers, playing, loudspeakers } }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const locale = useLocale();
  const heardOf = useHeard();
  const first = PLAYER_CHANNELS.map((channel) => speakers.find((each) => each.channel === channel)).find(Boolean);
  const text = first ? heardOf(first) : playing > 0 ? t('sound.unnamed') : t('sound.silent');
  return (
    <p className={classes.sound}>
      <SoundLine plays={playing > 0} className={classes.wave ?? ''} />
      <span className={classes.heard}>{text}</span>
      {playing > 0 && playing < loudspeakers && (
        <span className="tabular">
          {t('sound.some', { playing: formatCount(playing, locale), total: formatCount(loudspeakers, locale) })}
        </span>
      )}
    </p>
  );
}
