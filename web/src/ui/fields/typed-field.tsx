import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';

/** What the fields of dates and times take of a text field. An empty value is none. */
export type TypedProps = Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'onPaste'> & {
  value: string;
  onChange: (value: string) => void;
};

type Props = TypedProps & {
  /** The value as it is shown. */
  write: (value: string) => string;
  /** The value of a typed text, null for another one. @param done false while it is typed */
  read: (typed: string, done: boolean) => string | null;
  /** Why a value is not taken; null: it is. */
  refuse?: (value: string) => string | null;
  /** How to write it: shown in an empty field, and beside a text that cannot be read. */
  example: string;
  icon: ReactNode;
  /** The name of the button that opens the choice. */
  opens: string;
  renderChoice: (close: () => void) => ReactNode;
};

const takesAll = (): null => null;

/**
 * A date or time that is typed as the reader writes it, or chosen with a press. What the field shows is what it holds: a text that cannot be read gives way
 * to the last value, and the reason stands below.
 */
export function TypedField({
  value,
  onChange,
  write,
  read,
  refuse = takesAll,
  example,
  icon,
  opens,
  renderChoice,
  onBlur,
  onKeyDown,
  ...props
}: Props) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const locked = props.disabled === true || props.readOnly === true;
  const take = (next: string): void => {
    if (next !== value) onChange(next);
  };
  const type = (text: string): void => {
    setTyped(text);
    setFailure(null);
    const next = text.trim() === '' ? '' : read(text, false);
    if (next !== null && refuse(next) === null) take(next);
  };
  const finish = (): void => {
    if (typed === null) return;
    setTyped(null);
    const next = typed.trim() === '' ? '' : read(typed, true);
    const failed = next === null ? t('typed.unread', { text: typed, example }) : refuse(next);
    if (failed === null && next !== null) take(next);
    else setFailure(failed);
  };
  const button = (
    <Popover.Target>
      <ActionIcon variant="subtle" color="gray" disabled={locked} aria-label={opens} onClick={() => setOpened(!opened)}>
        {icon}
      </ActionIcon>
    </Popover.Target>
  );
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <TextInput
        autoComplete="off"
        placeholder={example}
        {...props}
        className={`tabular ${props.className ?? ''}`}
        value={typed ?? write(value)}
        error={failure ?? props.error}
        rightSection={button}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={(event) => {
          finish();
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === 'Enter') finish();
          if (event.key !== 'ArrowDown' || locked) return;
          event.preventDefault();
          setOpened(true);
        }}
        onPaste={(event) => {
          const next = read(event.clipboardData.getData('text'), true);
          if (next === null || locked) return;
          event.preventDefault();
          setTyped(null);
          const failed = refuse(next);
          setFailure(failed);
          if (failed === null) take(next);
        }}
      />
      <Popover.Dropdown>{renderChoice(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
