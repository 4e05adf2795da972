import type { PlacePage, Speaker } from '@belfry/schemas/http/places/places';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { useReceiptTitle } from '../../../kit/receipt/index.ts';
import { usePolling } from '../../../lib/api/refetch-now.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { SoundLine } from '../../../ui/sound-line.tsx';
import classes from './place.module.css';

/** What is heard of a loudspeaker, in words. */
export function useHeard(): (speaker: Pick<Speaker, 'channel' | 'track' | 'says'>) => string {
  const { t } = useTranslation('place');
  const titleOf = useReceiptTitle();
  return ({ channel, track, says }) => {
    if (channel === null) return t('sound.silent');
    const isSaid = channel === 'voice' && says !== null;
    if (isSaid && says.title !== null) return titleOf({ title: says.title, untyped: says.untyped });
    return isSaid || track === null || track === '' ? t(`sound.channel.${channel}`) : track;
  };
}

/** The line under the name of a place: flat while it is silent, moving while something plays. */
export function PlaceSound({ place: { speakers, playing, loudspeakers } }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const locale = useLocale();
  const heardOf = useHeard();
  // What begins is announced by a message of the device, and what it is only by the server.
  usePolling(
    'Announcement',
    speakers.some(({ channel, says }) => channel === 'voice' && says?.title === null),
  );
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
