import { Button } from '@mantine/core';
import type { Home, Region } from '@belfry/schemas/http/places/home';
import { Link } from 'react-router';
import { useUnheard } from '../../../features/activity/needs-api.ts';
import { useIsEmergency } from '../../../features/announcements/emergency/index.ts';
import { useGetRegionsQuery } from '../../../features/places/home-api.ts';
import { useGetNextRingsQuery } from '../../../features/schedules/schedules-api.ts';
import { useMay } from '../../../features/teams/teams-api.ts';
import { Row, type RowState, Rows } from '../../../kit/list/index.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { HeardBar } from '../../../kit/receipt/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useChecking } from '../../../features/alarms/index.ts';
import { When } from '../../../ui/when.tsx';
import { Changed } from './changed.tsx';
import { JustNow } from './just-now.tsx';
import { Needs } from './needs.tsx';
import { Today, useToday } from './today.tsx';
import classes from './home.module.css';

const POLL_MS = 30_000;

/** Many places: what needs somebody first, then the regions. */
export function ManyPlaces({ home }: { home: Home }) {
  const { t } = useTranslation('home');
  const maySay = useMay('say');
  const reads = useMay('read_schedules');
  const { data: coming = [] } = useGetNextRingsQuery(undefined, { skip: !reads });
  return (
    <div className={classes.many}>
      <div className={classes.top}>
        <Sentence home={home} />
        {maySay && (
          <Button component={Link} to="/say" size="md">
            {t('say_to')}
          </Button>
        )}
      </div>
      <Needs />
      <Regions />
      {reads && (
        <>
          <Today coming={coming} zone={null} />
          <JustNow />
        </>
      )}
      <Changed />
    </div>
  );
}

/** `297 of 300 places are all right.` */
function Sentence({ home: { places, all_right, worst } }: { home: Home }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const counted = { count: places, places: formatCount(places, locale), right: formatCount(all_right, locale) };
  const isChecking = useChecking() !== null;
  const unheard = useUnheard();
  const isEmergency = useIsEmergency();
  const well = unheard || isEmergency ? 'many.connected' : 'many.all_right';
  const isWell = all_right === places;
  const state =
    isChecking || (isWell && unheard === undefined)
      ? t('many.checking', counted)
      : isWell
        ? t(well, counted)
        : worst
          ? t('many.but_one', { ...counted, name: worst.name })
          : t('many.some', counted);
  const missed =
    !isChecking && unheard ? t('unheard', { count: unheard, formatted: formatCount(unheard, locale) }) : '';
  return <h1 className={classes.sentence}>{`${state} ${missed}`.trim()}</h1>;
}

const stateOf = ({ all_right, places, online }: Region): RowState =>
  all_right === places ? 'ok' : online === 0 ? 'wrong' : 'look';

function Regions() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const reads = useMay('read_schedules');
  const { startsAt } = useToday();
  const isPhone = useMobile();
  const checking = useChecking();
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetRegionsQuery(
    { since: new Date(startsAt).toISOString() },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  const failure = error && {
    message: t('not_loaded'),
    onRetry: () => void refetch(),
    retrying: isFetching,
    since: fulfilledTimeStamp ?? 0,
  };
  return (
    <section aria-label={t('regions.title')}>
      <h2 className={classes.title}>{t('regions.title')}</h2>
      <Rows
        label={t('regions.title')}
        rows={data}
        keyOf={({ company_id }) => company_id}
        empty={null}
        failure={failure || undefined}
      >
        {(region) => (
          <Row
            to={placeAddress(region.company_id)}
            state={
              checking === null
                ? {
                    state: stateOf(region),
                    text: t('regions.right', { right: region.all_right, count: region.places }),
                  }
                : { state: 'off', text: checking }
            }
            name={region.name}
            facts={
              <>
                <span>
                  {t(checking === null ? 'regions.of' : 'regions.checking', {
                    right: formatCount(region.all_right, locale),
                    count: region.places,
                    places: formatCount(region.places, locale),
                  })}
                </span>
                {reads && !isPhone && region.expected > 0 && (
                  <HeardBar
                    heard={{
                      devices: region.expected,
                      heard: region.heard,
                      sent: region.sent,
                      other_voices: region.other_voices,
                      is_over: true,
                    }}
                  />
                )}
              </>
            }
            time={
              region.next && (
                <>
                  <When at={region.next.at} /> {!isPhone && region.next.title}
                </>
              )
            }
          />
        )}
      </Rows>
    </section>
  );
}
