import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './list.module.css';

/** Green, amber, red, hollow. */
export type RowState = 'ok' | 'look' | 'wrong' | 'off';

/** State as a dot of 8 px with its word, which is only heard where `hidden`. */
export function Dot({ state, text, hidden = false }: { state: RowState; text: string; hidden?: boolean }) {
  return (
    <span className={classes.state} title={hidden ? text : undefined}>
      <span className={classes.dot} data-state={state} aria-hidden />
      {hidden ? <VisuallyHidden>{text}</VisuallyHidden> : text}
    </span>
  );
}

type Props = {
  /** Where a press anywhere on the row leads. */
  to: string;
  state?: { state: RowState; text: string } | undefined;
  /** At the very beginning, in the place of the state: a button that plays it. */
  before?: ReactNode;
  /** Before the name, as the time of an event. */
  lead?: ReactNode;
  name: string;
  /** In grey after the name: the names above it. */
  path?: string | undefined;
  /** Two to four; numbers are tabular. */
  facts?: ReactNode;
  /** On the right. */
  time?: ReactNode;
  /** One button, and a menu: they appear with hover and focus, and stay where nothing hovers. */
  action?: ReactNode;
  /** The action stays: it is what the row is for. */
  isUrgent?: boolean;
  isOpen?: boolean;
};

/** A row of a list: 40 px, 56 px in two lines on a phone. */
export function Row({
  to,
  state,
  before,
  lead,
  name,
  path,
  facts,
  time,
  action,
  isUrgent = false,
  isOpen = false,
}: Props) {
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      {state && <Dot {...state} hidden />}
      {before !== undefined && <span className={classes.before}>{before}</span>}
      {lead !== undefined && <span className={`tabular ${classes.lead}`}>{lead}</span>}
      <span className={classes.what}>
        <Link
          to={to}
          preventScrollReset
          data-row
          className={classes.name}
          title={name}
          aria-current={isOpen || undefined}
        >
          {name}
        </Link>
        {path !== undefined && path !== '' && (
          <span className={classes.path} title={path}>
            {path}
          </span>
        )}
      </span>
      {facts !== undefined && (
        <span className={`tabular ${classes.facts}`}>
          {typeof facts === 'string' ? (
            <span className={classes.fact} title={facts}>
              {facts}
            </span>
          ) : (
            facts
          )}
        </span>
      )}
      {time !== undefined && <span className={`tabular ${classes.time}`}>{time}</span>}
      {action !== undefined && (
        <span className={classes.action} data-urgent={isUrgent || undefined}>
          {action}
        </span>
      )}
    </div>
  );
}
