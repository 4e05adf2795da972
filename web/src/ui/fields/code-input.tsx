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
import { useTranslation } from '../../lib/translation.ts';
import { codeInText } from './code-text.ts';
import classes from './code-input.module.css';

export type CodeInputHandle = { focus: () => void };

type Props = {
  ref?: Ref<CodeInputHandle>;
  length: number;
  label: string;
  invalid: boolean;
  /** Read-only while a code is being checked. */
  readOnly: boolean;
  size?: PinInputProps['size'];
  /** The digits of all boxes; shorter than a code while some are empty. */
  onChange: (code: string) => void;
  /** Called with the digits when the last one was typed, a code was pasted, or Enter was pressed. */
  onSubmit: (code: string) => void;
};

/** Any other character would clear the box whose digit it overwrites. */
const digitsOnly = (event: InputEvent): void => {
  if (/\D/.test(event.data)) event.preventDefault();
};

const boxesIn = (root: HTMLElement | null): HTMLInputElement[] => [...(root?.querySelectorAll('input') ?? [])];

/**
 * A box for each digit of a code; the first one is focused when it is mounted. A wrong code can be overwritten or erased
 * from any box, and the code of a pasted message is extracted. The boxes are uncontrolled: in a single
 * string empty boxes have no position, and a digit would move into the first of them.
 */
export function CodeInput({ ref, length, label, invalid, readOnly, size = 'xl', onChange, onSubmit }: Props) {
  const { t } = useTranslation('common');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const code = useRef('');
  // A pasted code remounts the boxes with its digits.
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
    // Autofill sets several digits at once.
    const wasFilled = next.length > code.current.length + 1;
    code.current = next;
    onChange(next);
    // While a wrong code is overwritten or a digit is corrected, all boxes may be full before the last one is typed.
    if (next.length === length && (wasFilled || isLast(document.activeElement))) onSubmit(next);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, target } = event;
    const sameLast = isLast(target) && code.current.length === length && key === (target as HTMLInputElement).value;
    // Typing the same digit into the last box is no change event, but completes the code.
    if (key !== 'Enter' && !sameLast) return;
    event.preventDefault();
    if (!readOnly) onSubmit(code.current);
  };
  const paste = (event: ClipboardEvent): void => {
    const pasteCode = codeInText(event.clipboardData.getData('text'), length);
    if (pasteCode === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (readOnly) return;
    code.current = pasteCode;
    setPasted(({ round }) => ({ round: round + 1, code: pasteCode }));
    onChange(pasteCode);
    onSubmit(pasteCode);
  };
  return (
    <PinInput
      key={pasted.round}
      rootRef={root}
      // A generated id would be set after the first render, and remount the focused boxes.
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
      readOnly={readOnly}
      getInputProps={(index) => ({
        'aria-label': t('code_digit', { number: index + 1, count: length }),
        onBeforeInput: digitsOnly,
      })}
    />
  );
}
