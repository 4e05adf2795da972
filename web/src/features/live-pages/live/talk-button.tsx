import { IconMicrophone } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useNow } from '../../../lib/timers.ts';
import type { Hold } from './hold.ts';
import { hearing, isActive, isOnAir, isUnheard, remainingMs, type TalkState } from './talk-state.ts';
import classes from './talk-button.module.css';
import { useEffect, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

const TICK_MS = 250;

type Props = {
  talk: TalkState;
  hold: Hold;
  latched: boolean;
  enabled: boolean;
};

export function TalkButton({ talk, hold, latched, enabled }: Props) {
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
        <span className={classes.label}>{active ? t(`light.${light}`) : t('hold')}</span>
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

/** What Space belongs to, instead of to the button. */
const TAKES_SPACE =
  'input, textarea, select, button, a, summary, audio, video, [contenteditable], [role="button"], [role="checkbox"], [role="combobox"], ' +
  '[role="option"], [role="radio"], [role="slider"], [role="switch"], [role="tab"], [role="treeitem"], [role="dialog"]';

const isSpace = ({ key, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent | globalThis.KeyboardEvent): boolean =>
  key === ' ' && !repeat && !ctrlKey && !altKey && !metaKey;

/**
 * The handlers of a button that is held: with the pointer, or with Space while nothing else on the page takes it. Enter turns it on and
 * off, as do programs that press for people.
 * @param enabled whether a press starts something
 */
function useHoldButton(hold: Hold, enabled: boolean) {
  useSpaceAnywhere(hold, enabled);
  // What is held ends with the page, and where the person is called away.
  useEffect(() => {
    const cancel = (): void => hold.cancel();
    globalThis.addEventListener('blur', cancel);
    return () => globalThis.removeEventListener('blur', cancel);
  }, [hold]);
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (!enabled || event.button !== 0) return;
      // A finger that slides off the button still holds it.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      hold.press();
    },
    onPointerUp: () => hold.release(),
    onPointerCancel: () => hold.cancel(),
    // A long press of a finger opens a menu otherwise.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      // Enter clicks as long as it is held.
      if (event.key === ' ' || (event.key === 'Enter' && event.repeat)) event.preventDefault();
      if (enabled && isSpace(event)) hold.press();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      hold.release();
    },
    onClick: (event: MouseEvent) => {
      // Of a pointer: it was held already.
      if (event.detail === 0 && enabled) hold.toggle();
    },
  };
}

/** Space holds the button while the focus is on nothing that takes it. */
function useSpaceAnywhere(hold: Hold, enabled: boolean): void {
  useEffect(() => {
    let isHeld = false;
    const isFree = ({ target }: globalThis.KeyboardEvent): boolean =>
      !(target instanceof Element) || target.closest(TAKES_SPACE) === null;
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== ' ' || event.defaultPrevented || !isFree(event)) return;
      // The page would scroll.
      event.preventDefault();
      if (!enabled || !isSpace(event)) return;
      isHeld = true;
      hold.press();
    };
    const onKeyUp = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== ' ' || !isHeld) return;
      isHeld = false;
      hold.release();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, [hold, enabled]);
}
