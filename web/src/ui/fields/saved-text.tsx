import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Pick<TextInputProps, 'label' | 'description' | 'maxLength' | 'autoComplete' | 'disabled'> & {
  value: string;
  /** What is wrong with a text; null: nothing. */
  check?: (text: string) => string | null;
  onSave: (text: string) => void;
};

/** A text that saves by itself when it is left, or with Enter; Escape brings the last one back. Give it the stored text as `key`. */
export function SavedText({ value, check, onSave, ...field }: Props) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const save = (): void => {
    const text = typed.trim();
    if (text === value.trim()) return setProblem(null);
    const mistake = check?.(text) ?? null;
    setProblem(mistake);
    if (mistake === null) onSave(text);
  };
  return (
    <TextInput
      {...field}
      value={typed}
      error={problem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save();
        if (key !== 'Escape') return;
        setTyped(value);
        setProblem(null);
      }}
    />
  );
}
