import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { startWorker } from '../../lib/browser-push.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useWakeLock } from '../../lib/use-wake-lock.ts';
import { CodeView } from './code-view.tsx';
import { createPlayer, type Player } from './player.ts';
import classes from './player.module.css';
import { SpeakerView } from './speaker-view.tsx';

/** `/player`: this browser as a loudspeaker, without an account. */
export function PlayerPage() {
  const { t } = useTranslation('player');
  const [player] = useState(() => createPlayer(__BELFRY_VERSION__));
  useEffect(() => player.open(), [player]);
  return (
    <main className={classes.page}>
      <title>{t('title')}</title>
      <link rel="manifest" href="/player.webmanifest" />
      <Stages player={player} />
    </main>
  );
}

function Stages({ player }: { player: Player }) {
  const { t } = useTranslation('player');
  const { state, sound, isElsewhere, hasFailed } = useSyncExternalStore(player.subscribe, player.view);
  const isRunning = state?.stage === 'running';
  useWakeLock(isRunning);
  useKept(isRunning);
  if (isElsewhere)
    return (
      <Question title={t('elsewhere.title')} text={t('elsewhere.text')}>
        <Button size="md" variant="default" onClick={player.takeOver}>
          {t('elsewhere.button')}
        </Button>
      </Question>
    );
  if (hasFailed || state?.stage === 'failed') return <Question title={t('failed.title')} text={t('failed.text')} />;
  if (!state || state.stage === 'starting') return <Question title={t('starting')} />;
  if (state.stage === 'unpaired')
    return (
      <Question title={t('start.title')} text={t(sound === 'missing' ? 'problem.no_sound' : 'start.text')}>
        <Button
          size="lg"
          disabled={sound === 'missing'}
          onClick={() => {
            player.allowSound();
            player.pair();
          }}
        >
          {t('start.button')}
        </Button>
      </Question>
    );
  if (state.stage === 'pairing') return <CodeView state={state} />;
  return <SpeakerView player={player} state={state} sound={sound} />;
}

function Question({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={classes.question}>
      <h1 className={classes.title}>{title}</h1>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  );
}

/** A loudspeaker is to survive a restart of its browser without network, where the browser can do that. */
function useKept(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning || !globalThis.isSecureContext) return;
    void startWorker().catch(() => undefined);
    // Older browsers cannot promise it.
    const { storage }: { storage?: Partial<StorageManager> } = navigator;
    void storage?.persist?.().catch(() => undefined);
  }, [isRunning]);
}
