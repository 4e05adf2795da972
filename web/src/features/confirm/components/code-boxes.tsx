import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import { PinInput } from '@mantine/core';
import { useId, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './code-boxes.module.css';

type Props = {
  /** The first box. */
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  invalid: boolean;
  resting: boolean;
  onChange: (code: string) => void;
  onEnter: () => void;
};

/** Four boxes for a digit each; takes a pasted code, Backspace goes back (specification 000 §2). */
export function CodeBoxes({ ref, label, value, invalid, resting, onChange, onEnter }: Props) {
  const { t } = useTranslation('confirm');
  return (
    <PinInput
      ref={ref}
      // One of its own would come a moment after the boxes, and replace them with the focus in them.
      id={useId()}
      aria-label={label}
      length={CODE_LENGTH}
      type="number"
      size="xl"
      placeholder=""
      className={classes.root ?? ''}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      error={invalid}
      readOnly={resting}
      getInputProps={(index) => ({ 'aria-label': t('digit', { number: index + 1, count: CODE_LENGTH }) })}
    />
  );
}
