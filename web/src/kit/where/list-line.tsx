import { Combobox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './where.module.css';

type Props = { value: string; onPress: () => void; children: ReactNode };

/** A line of the list that is no place. */
export const Line = ({ value, onPress, children }: Props) => (
  <Combobox.Option
    value={value}
    className={classes.option ?? ''}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </Combobox.Option>
);
