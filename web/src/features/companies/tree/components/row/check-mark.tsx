import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { CheckState } from '../../selection/tree-selection.ts';
import classes from './check-mark.module.css';

type Props = { state: CheckState; onToggle: () => void };

/** The check box of a tree row, for the mouse only: the row itself has `aria-checked`, and Space toggles it. */
export const CheckMark = ({ state, onToggle }: Props) => (
  <button
    type="button"
    className={classes.box}
    tabIndex={-1}
    aria-hidden
    data-check
    data-state={state}
    // The focus stays with the row.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onToggle}
  >
    {state === true && <IconCheck size={12} stroke={3} />}
    {state === 'mixed' && <IconMinus size={12} stroke={3} />}
  </button>
);
