import { TextInput, type TextInputProps } from '@mantine/core';
import type { ClipboardEvent } from 'react';
import { codeInText } from './code-text.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onPaste'> & {
  length: number;
  value: string;
  onChange: (code: string) => void;
  /** Called when a code is complete: its last digit was typed, or it was pasted, also within a text. */
  onComplete?: (code: string) => void;
};

/** A field for a code of an app or a longer recovery code, which therefore has no box per digit. */
export function CodeField({ length, value, onChange, onComplete, ...rest }: Props) {
  const take = (code: string): void => {
    onChange(code);
    onComplete?.(code);
  };
  const type = (typed: string): void => {
    const isComplete = codeInText(typed, length) === typed.replaceAll(/\s/g, '') && typed.length > value.length;
    if (isComplete) take(typed);
    else onChange(typed);
  };
  const paste = (event: ClipboardEvent): void => {
    const code = codeInText(event.clipboardData.getData('text'), length);
    if (code === null) return;
    event.preventDefault();
    take(code);
  };
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      onPaste={paste}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}
