import { PinInput, type PinInputProps } from '@mantine/core';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type InputEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { codeInText } from '../../lib/code-text.ts';
import classes from './code-input.module.css';

export type CodeInputHandle = { focus: () => void };

type Props = {
  ref?: Ref<CodeInputHandle>;
  length: number;
  label: string;
  invalid: boolean;
  /** Shown, but not to be changed, while a code is being checked. */
  resting: boolean;
  size?: PinInputProps['size'];
  /** What stands in all boxes together; shorter than a code while some are empty. */
  onChange: (code: string) => void;
  /** The last digit was typed, a code was pasted, or Enter was pressed: with what stands in the boxes then. */
  onSubmit: (code: string) => void;
};

/** Anything else would put an empty box in the place of the digit that it was typed over. */
const digitsOnly = (event: InputEvent): void => {
  if (/\D/.test(event.data)) event.preventDefault();
};

const boxesIn = (root: HTMLElement | null): HTMLInputElement[] => [...(root?.querySelectorAll('input') ?? [])];

/**
 * A box for each digit of a code; the first has the focus as soon as it is there. A wrong code is typed over or erased
 * from any box, and a pasted message gives the code that is in it. The boxes keep their digits themselves: in a single
 * string the empty ones have no place, and a digit would move into the first of them.
 */
export function CodeInput({ ref, length, label, invalid, resting, size = 'xl', onChange, onSubmit }: Props) {
  const { t } = useTranslation('common');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const code = useRef('');
  // A code that was pasted comes with boxes of its own.
  const [pasted, setPasted] = useState({ round: 0, code: '' });
  useImperativeHandle(ref, () => ({ focus: () => boxesIn(root.current)[0]?.focus() }), []);
  useEffect(
    () =>
      boxesIn(root.current)
        .at(pasted.round === 0 ? 0 : -1)
        ?.focus(),
    [pasted.round],
  );

  const isLast = (box: EventTarget | null): boolean => boxesIn(root.current).at(-1) === box;
  const change = (next: string): void => {
    // What fills in codes by itself puts several digits in at once.
    const wasFilled = next.length > code.current.length + 1;
    code.current = next;
    onChange(next);
    // While a wrong code is typed over or a digit is corrected, all boxes may be full before the last one is typed.
    if (next.length === length && (wasFilled || isLast(document.activeElement))) onSubmit(next);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, target } = event;
    const sameLast = isLast(target) && code.current.length === length && key === (target as HTMLInputElement).value;
    // The same digit in the last box changes nothing, but it is the last one.
    if (key !== 'Enter' && !sameLast) return;
    event.preventDefault();
    if (!resting) onSubmit(code.current);
  };
  const paste = (event: ClipboardEvent): void => {
    const found = codeInText(event.clipboardData.getData('text'), length);
    if (found === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (resting) return;
    code.current = found;
    setPasted(({ round }) => ({ round: round + 1, code: found }));
    onChange(found);
    onSubmit(found);
  };
  return (
    <PinInput
      key={pasted.round}
      rootRef={root}
      // One of its own would come a moment after the boxes, and replace them with the focus in them.
      id={id}
      aria-label={label}
      length={length}
      defaultValue={pasted.code}
      type="number"
      size={size}
      gap={length > 4 ? 'xs' : 'sm'}
      placeholder=""
      className={classes.root ?? ''}
      onChange={change}
      onKeyDown={press}
      onPasteCapture={paste}
      error={invalid}
      readOnly={resting}
      getInputProps={(index) => ({
        'aria-label': t('code_digit', { number: index + 1, count: length }),
        onBeforeInput: digitsOnly,
      })}
    />
  );
}
