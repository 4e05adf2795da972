import { SCREEN_ASKS_MS, type ShownScreen } from '@belfry/schemas/http/scenarios/screens';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { ScreenEmergency, ScreenTexts } from '../../kit/on-screen/index.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import { shortMoment, timesIn } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useWakeLock } from '../../lib/use-wake-lock.ts';
import { useShowScreenMutation } from './scenarios-api.ts';
import classes from './screen-page.module.css';

/** Without an answer for so long, what is shown may be old. */
const STALE_MS = 15_000;

type State = { shown: ShownScreen | null; answeredAt: number; aheadMs: number; isGone: boolean };

/** Asks for what is shown, every few seconds, and says which texts are on it. */
function useShown(token: string): State {
  const [show] = useShowScreenMutation();
  const [state, setState] = useState<State>(() => ({ shown: null, answeredAt: Date.now(), aheadMs: 0, isGone: false }));
  const on = useRef<number[]>([]);
  useEffect(() => {
    if (token === '') return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function ask(): Promise<void> {
      const { data, error } = await show({ token, shown: on.current });
      if (isOver) return;
      const isGone = isApiError(error) && error.code === 'link_expired';
      if (data) {
        on.current = data.texts.map(({ id }) => id);
        const at = Date.now();
        setState({ shown: data, answeredAt: at, aheadMs: Date.parse(data.now) - at, isGone: false });
      } else if (isGone) setState((before) => ({ ...before, shown: null, isGone }));
      timer = setTimeout(() => void ask(), SCREEN_ASKS_MS);
    }
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [show, token]);
  return state;
}

/** `/screen#TOKEN`, which no server sees, or `/screen/TOKEN`: a display at a place, without an account: the clock, the next bells, texts of scenarios, and emergencies. */
export function ScreenPage() {
  const { t } = useTranslation('scenarios');
  const { hash } = useLocation();
  const { token = hash.slice(1) } = useParams();
  const { shown, answeredAt, aheadMs, isGone } = useShown(token);
  const browserNow = useNow();
  const locale = useLocale();
  useWakeLock();
  if (token === '' || isGone)
    return (
      <main className={classes.page}>
        <title>{t('display.title')}</title>
        <h1 className={classes.message}>{t('display.gone')}</h1>
      </main>
    );
  const now = browserNow + aheadMs;
  const times = timesIn(locale, shown?.time_zone);
  const isStale = browserNow - answeredAt > STALE_MS;
  return (
    <main className={classes.page}>
      <title>{shown?.name ?? t('display.title')}</title>
      <header className={classes.head}>
        <h1 className={classes.place}>{shown?.place ?? t('display.title')}</h1>
        {shown && (
          <time className={classes.clock} dateTime={new Date(now).toISOString()}>
            {times.time(now)}
          </time>
        )}
      </header>
      {isStale && (
        <output className={classes.stale}>{t('display.stale', { time: times.time(answeredAt + aheadMs) })}</output>
      )}
      <ScreenTexts label={t('display.texts')} texts={shown?.texts ?? []} />
      {shown && shown.next.length > 0 && (
        <ul className={classes.next} aria-label={t('display.next')}>
          {shown.next.map(({ at, title }) => (
            <li key={`${at} ${title}`}>
              <time dateTime={at}>{shortMoment(at, now, locale, shown.time_zone)}</time> {title}
            </li>
          ))}
        </ul>
      )}
      {shown?.emergency && (
        <ScreenEmergency kind={t(shown.emergency.drill ? 'display.drill' : 'display.emergency')}>
          <p className={classes.message} dir="auto">
            {shown.emergency.text ?? shown.emergency.title}
          </p>
        </ScreenEmergency>
      )}
    </main>
  );
}
