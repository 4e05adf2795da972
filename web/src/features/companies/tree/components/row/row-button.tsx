import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './row-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> & { icon: Icon; label: string };

/** A button of a row. A plain element, because a tree renders hundreds of them while it is scrolled. */
export const RowButton = ({ icon: Mark, label, ...button }: Props) => (
  <button type="button" className={classes.button} aria-label={label} title={label} {...button}>
    <Mark size={16} aria-hidden />
  </button>
);
