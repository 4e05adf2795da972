import { formatTyped } from '@belfry/schemas/domain/phone-format';
import { useLayoutEffect, useRef, type ChangeEvent, type RefObject } from 'react';

type FormattedPhone = {
  ref: RefObject<HTMLInputElement | null>;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** Formats a phone field during typing, and keeps the caret behind the typed digit. */
export function useFormattedPhone(shown: string, dialCode: string, onType: (text: string) => void): FormattedPhone {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return {
    ref,
    onChange: ({ currentTarget: { value, selectionStart } }) => {
      const typed = formatTyped({ text: value, caret: selectionStart ?? value.length }, shown, dialCode);
      caret.current = typed.caret;
      onType(typed.text);
    },
  };
}
