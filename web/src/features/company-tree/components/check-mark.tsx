import { Checkbox, UnstyledButton } from '@mantine/core';
import type { CheckState } from '../tree-selection.ts';
import classes from './check-mark.module.css';

type Props = { state: CheckState; onToggle: () => void };

/** The check box of a tree row, for the mouse only: the row itself has `aria-checked`, and Space toggles it. */
export const CheckMark = ({ state, onToggle }: Props) => (
  <UnstyledButton
    tabIndex={-1}
    aria-hidden
    data-check
    // The focus stays with the row.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onToggle}
  >
    <Checkbox.Indicator
      className={classes.box ?? ''}
      size="xs"
      checked={state === true}
      indeterminate={state === 'mixed'}
    />
  </UnstyledButton>
);
