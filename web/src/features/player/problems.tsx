import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '../../lib/i18n.ts';
import { timesIn } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { PlayerState } from './messages.ts';
import type { Player, PlayerView } from './player.ts';
import classes from './player.module.css';

const MINUTE_MS = 60_000;

type Props = { player: Player; state: PlayerState; sound: PlayerView['sound'] };

/** What keeps this loudspeaker from being heard, and what to do. */
export function Problems({ player, state, sound }: Props) {
  const { t } = useTranslation('player');
  const { connection, downSince, place, storage, clockOffMs, slept } = state;
  const { time } = timesIn(useLocale(), state.place?.time_zone);
  const again = (
    <Button variant="default" onClick={player.pairAgain}>
      {t('problem.pair_again')}
    </Button>
  );
  return (
    <div className={classes.problems}>
      {sound === 'waiting' && (
        <Button size="lg" fullWidth onClick={player.allowSound}>
          {t('problem.tap')}
        </Button>
      )}
      {sound === 'missing' && <Problem>{t('problem.no_sound')}</Problem>}
      {connection === 'refused' && <Problem action={again}>{t('problem.refused')}</Problem>}
      {connection === 'twin' && <Problem action={again}>{t('problem.twin')}</Problem>}
      {connection === 'down' && downSince !== null && (
        <Problem>
          {place === null ? t('problem.never') : t('problem.down', { time: time(downSince + clockOffMs) })}
        </Problem>
      )}
      {storage !== 'kept' && <Problem>{t(`problem.${storage}`)}</Problem>}
      {clockOffMs !== 0 && (
        <Problem>{t('problem.clock', { count: Math.max(1, Math.round(Math.abs(clockOffMs) / MINUTE_MS)) })}</Problem>
      )}
      {slept && (
        <Problem>
          {t('problem.slept', { from: time(slept.from + clockOffMs), until: time(slept.until + clockOffMs) })}
        </Problem>
      )}
      {!globalThis.isSecureContext && <p className={classes.hint}>{t('problem.insecure')}</p>}
    </div>
  );
}

function Problem({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <output className={classes.problem}>
      <span>{children}</span>
      {action}
    </output>
  );
}
