import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ScreenEmergency, ScreenTexts } from '../../kit/on-screen/index.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import { shortMoment, timesIn } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { PlayerState, Saying } from './messages.ts';
import type { Player, PlayerView } from './player.ts';
import classes from './player.module.css';
import { Problems } from './problems.tsx';

type Props = { player: Player; state: PlayerState; sound: PlayerView['sound'] };

/** A loudspeaker at work: where it is, the time there, what is said and what comes next. */
export function SpeakerView({ player, state, sound }: Props) {
  const { t } = useTranslation('player');
  const { place, saying, background, next, clockOffMs, connection, isFlashing, screen } = state;
  const { emergency } = screen;
  const isEmergency = saying?.priority === 'emergency';
  const texts = screen.texts.map(({ id }) => id).join(' ');
  useEffect(() => player.shown(texts === '' ? [] : texts.split(' ').map(Number)), [player, texts]);
  const quiet = place === null && connection === 'down' ? t('now.never') : t('now.quiet');
  const now = useNow() + clockOffMs;
  const locale = useLocale();
  const times = timesIn(locale, place?.time_zone);
  useMediaSession(saying?.text ?? saying?.title ?? background, place?.name ?? t('title'));
  return (
    <div className={classes.speaker}>
      <header className={classes.where}>
        <div>
          <h1 className={classes.name}>{place?.name ?? t('title')}</h1>
          <p className={classes.text}>{place?.place}</p>
        </div>
        <time className={classes.clock} dateTime={new Date(now).toISOString()}>
          {times.time(now)}
        </time>
      </header>
      {isFlashing && (
        <output className={classes.flash}>
          <VisuallyHidden>{t('now.flash')}</VisuallyHidden>
        </output>
      )}
      <Problems player={player} state={state} sound={sound} />
      <ScreenTexts label={t('now.texts')} texts={screen.texts} />
      {emergency || isEmergency ? (
        <ScreenEmergency kind={t(emergency?.drill ? 'now.drill' : 'now.emergency')}>
          {saying && isEmergency ? (
            <Words saying={saying} />
          ) : (
            <p className={classes.words} dir="auto">
              {emergency?.text ?? emergency?.title}
            </p>
          )}
        </ScreenEmergency>
      ) : (
        <section className={classes.now} aria-live="polite" aria-label={t('now.label')}>
          {saying ? (
            <Words saying={saying} />
          ) : (
            <p className={classes.text}>{background === null ? quiet : t('now.music', { title: background })}</p>
          )}
        </section>
      )}
      {next.length > 0 && (
        <section>
          <h2 className={classes.kind}>{t('next')}</h2>
          <ul className={classes.next}>
            {next.map(({ at, title }) => (
              <li key={`${at} ${title}`}>
                <time dateTime={new Date(at).toISOString()}>
                  {shortMoment(new Date(at).toISOString(), now, locale, place?.time_zone)}
                </time>{' '}
                {title}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Controls player={player} />
    </div>
  );
}

/** What is said, as text in its own language. */
function Words({ saying: { title, text, language, isLive } }: { saying: Saying }) {
  const { t } = useTranslation('player');
  const words = text ?? (isLive ? t('now.live') : title || t('now.sound'));
  return (
    <p className={classes.words} lang={text === null ? undefined : (language ?? undefined)} dir="auto">
      {words}
    </p>
  );
}

function Controls({ player }: { player: Player }) {
  const { t } = useTranslation('player');
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking)
    return (
      <Group gap="sm">
        <p className={classes.text}>{t('remove.text')}</p>
        <Button color="error" onClick={player.pairAgain}>
          {t('remove.button')}
        </Button>
        <Button variant="default" onClick={() => setIsAsking(false)}>
          {t('remove.cancel')}
        </Button>
      </Group>
    );
  return (
    <Group gap="sm">
      {document.fullscreenEnabled && (
        <Button variant="default" onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}>
          {t('full_screen')}
        </Button>
      )}
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('remove.ask')}
      </Button>
    </Group>
  );
}

/** What the system shows of a page that plays. */
function useMediaSession(title: string | null, artist: string): void {
  useEffect(() => {
    const { mediaSession }: { mediaSession?: MediaSession } = navigator;
    if (!mediaSession) return undefined;
    mediaSession.metadata = title === null ? null : new MediaMetadata({ title, artist });
    return () => void (mediaSession.metadata = null);
  }, [title, artist]);
}
