import type { Home } from '@belfry/schemas/http/places/home';
import type { PlacePage } from '@belfry/schemas/http/places/places';
import { useUnheard } from '../../../features/activity/needs-api.ts';
import { SayForm } from '../../../features/announcements/index.ts';
import { useIsEmergency } from '../../../features/announcements/emergency/index.ts';
import { SilenceMenu } from '../../../features/bells/index.ts';
import { useGetPlaceQuery } from '../../../features/places/places-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useChecking } from '../../../features/alarms/index.ts';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useMayHere, Volume } from '../place/place-head.tsx';
import { PlaceSound } from '../place/place-sound.tsx';
import { usePlaceState } from '../place/use-place-state.ts';
import { JustNow } from './just-now.tsx';
import { Needs } from './needs.tsx';
import { Today } from './today.tsx';
import classes from './home.module.css';

type Props = { id: number; home: Home };

/** The one place of a person: how it is, what to say there, what comes and what was said. */
export function OnePlace({ id, home }: Props) {
  const { data: place } = useGetPlaceQuery(id);
  if (!place) return <LineSkeletons count={6} height={40} />;
  return <Loaded place={place} home={home} />;
}

function Loaded({ place, home }: { place: PlacePage; home: Home }) {
  const { t } = useTranslation('home');
  const may = useMayHere(place);
  const unheard = useUnheard();
  const needs = home.all_right < home.places;
  return (
    <div className={classes.one}>
      <Sentence place={place} needs={needs} unheard={unheard} />
      <div className={classes.sound}>
        <PlaceSound place={place} />
        <Volume key={place.volume_max} place={place} mayChange={may.edit} />
        {may.say && <SilenceMenu place={place} isSilent={place.silent_until !== null} />}
      </div>
      {(needs || (unheard ?? 0) > 0) && <Needs placeId={place.company_id} />}
      {may.say && (
        <section aria-label={t('say')} className={classes.say}>
          <SayForm place={place.company_id} />
        </section>
      )}
      {may.texts && (
        <>
          <Today coming={place.next} zone={place.time_zone} place={place.company_id} />
          <JustNow placeId={place.company_id} />
        </>
      )}
    </div>
  );
}

/** Names what and where; it says "all right" only where nothing else on the page says otherwise. */
function Sentence({ place, needs, unheard }: { place: PlacePage; needs: boolean; unheard: number | undefined }) {
  const { t } = useTranslation('home');
  const { state, text } = usePlaceState(place);
  const isChecking = useChecking() === text;
  const locale = useLocale();
  const isEmergency = useIsEmergency();
  const { name } = place;
  const right = unheard
    ? `${name}: ${t('unheard', { count: unheard, formatted: formatCount(unheard, locale) })}`
    : t('one.all_right', { name });
  const [isOk, checked] = [state === 'ok' || isChecking, !isChecking && unheard !== undefined];
  const well = checked ? right : t('one.checking', { name });
  return (
    <h1 className={classes.sentence}>
      {!isOk ? t('one.other', { name, text }) : needs || isEmergency ? t('one.needs', { name }) : well}
    </h1>
  );
}
