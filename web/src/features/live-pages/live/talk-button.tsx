import { IconMicrophone } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useNow } from '../../../lib/timers.ts';
import type { Hold } from './hold.ts';
import { hearing, isActive, isOnAir, isUnheard, remainingMs, type TalkState } from './talk-state.ts';
import { useHoldButton } from './use-hold-button.ts';
import classes from './talk-button.module.css';

const TICK_MS = 250;

type Props = {
  talk: TalkState;
  hold: Hold;
  latched: boolean;
  /** Whether a press opens a page. */
  enabled: boolean;
  /** What the button speaks to, where the page has several choices. */
  place?: string;
};

/** The button that is held to talk, with the light that says when to speak. */
export function TalkButton({ talk, hold, latched, enabled, place }: Props) {
  const { t } = useTranslation('live-pages');
  const active = isActive(talk);
  const handlers = useHoldButton(hold, enabled || active);
  const light = lightOf(talk);
  return (
    <div className={classes.frame}>
      <button
        {...handlers}
        type="button"
        className={classes.button}
        data-light={light}
        disabled={!enabled && !active}
        aria-pressed={active}
      >
        <IconMicrophone size={40} aria-hidden />
        <span className={classes.label}>
          {active ? t(`light.${light}`) : place === undefined ? t('hold') : t('hold_to', { place })}
        </span>
        <span className={classes.hint}>{active ? <Remaining talk={talk} latched={latched} /> : <Hints />}</span>
      </button>
      <output className={classes.spoken}>{active && t(`light.${light}`)}</output>
    </div>
  );
}

function Hints() {
  const { t } = useTranslation('live-pages');
  return (
    <span>
      {t('hold_hint')} <span className={classes.keys}>{t('hold_keys')}</span>
    </span>
  );
}

type Light = 'off' | 'opening' | 'ready' | 'live' | 'ending' | 'unheard' | 'recording';

/** Red (`live`) only while somebody hears what is said. */
export function lightOf(talk: TalkState): Light {
  if (!isActive(talk)) return 'off';
  if (talk.phase === 'opening' && talk.state && isUnheard(talk.state)) return 'unheard';
  if (talk.phase !== 'live') return talk.phase;
  if (isOnAir(talk)) return 'live';
  return talk.state?.path === 'record' ? 'recording' : 'unheard';
}

function Remaining({ talk, latched }: { talk: Extract<TalkState, { since: number }>; latched: boolean }) {
  const { t } = useTranslation('live-pages');
  const left = remainingMs(talk, useNow(TICK_MS));
  const texts = [
    left === null || talk.phase !== 'live' ? null : t('seconds_left', { count: Math.ceil(left / 1_000) }),
    talk.state && talk.phase === 'live' ? t('hearing', { count: hearing(talk.state.counts) }) : null,
    latched ? t('latched') : null,
  ];
  return <span className="tabular">{texts.filter((text) => text !== null).join(' · ')}</span>;
}
