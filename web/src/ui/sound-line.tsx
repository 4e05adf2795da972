import type { CSSProperties } from 'react';
import classes from './sound-line.module.css';

type Props =
  /** What sounds at a place: flat in silence. */
  | { plays: boolean; className?: string }
  /** How much of it was heard, 0 to 1; coloured by its state. */
  | { share: number; state: 'ok' | 'look' | 'wrong' | 'off' }
  /** A day, 0 to 1: now, and what will sound. */
  | { now: number; marks: readonly { key: string; at: number }[] };

/** The sound line, in all of its forms. It is drawn for the eye; a text beside it says the same. */
export function SoundLine(props: Props) {
  if ('plays' in props)
    return (
      <span
        className={`${classes.line} ${classes.sound} ${props.className ?? ''}`}
        data-plays={props.plays || undefined}
        aria-hidden
      />
    );
  if ('share' in props)
    return (
      <span
        className={`${classes.line} ${classes.share}`}
        data-state={props.state}
        style={{ '--share': props.share } as CSSProperties}
        aria-hidden
      />
    );
  const at = (share: number): CSSProperties => ({ insetInlineStart: `${100 * share}%` });
  return (
    <div className={`${classes.line} ${classes.day}`} aria-hidden>
      <span className={classes.mark} data-now style={at(props.now)} />
      {props.marks.map(({ key, at: share }) => (
        <span key={key} className={classes.mark} style={at(share)} />
      ))}
    </div>
  );
}
