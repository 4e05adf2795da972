import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import { PinInput } from '@mantine/core';
import { useEffect, useId, type InputEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './code-boxes.module.css';

type Props = {
  /** The first box; it has the focus as soon as it is there. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  invalid: boolean;
  resting: boolean;
  /** What stands in all of them together; shorter than a code while some are empty. */
  onChange: (code: string) => void;
  onEnter: () => void;
};

/** Anything else would put an empty box in the place of the digit that it was typed over. */
const digitsOnly = (event: InputEvent): void => {
  if (/\D/.test(event.data)) event.preventDefault();
};

/**
 * Four boxes for a digit each; takes a pasted code, Backspace goes back (specification 000 §2). They keep their digits
 * themselves: in a single string the empty ones have no place, and a digit would move into the first of them.
 */
export function CodeBoxes({ ref, label, invalid, resting, onChange, onEnter }: Props) {
  const { t } = useTranslation('confirm');
  useEffect(() => ref.current?.focus(), [ref]);
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
      onChange={onChange}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      error={invalid}
      readOnly={resting}
      getInputProps={(index) => ({
        'aria-label': t('digit', { number: index + 1, count: CODE_LENGTH }),
        onBeforeInput: digitsOnly,
      })}
    />
  );
}
