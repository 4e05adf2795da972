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
  /** How to write it: shown in an empty field, and beside a text that cannot be read. */
  example: string;
  icon: ReactNode;
  /** The name of the button that opens the choice. */
  opens: string;
  renderChoice: (close: () => void) => ReactNode;
};

/**
 * A date or time that is typed as the reader writes it, or chosen with a press. What the field shows is what it holds: a text that cannot be read gives way
 * to the last value, and the reason stands below.
 */
export function TypedField({
  value,
  onChange,
  write,
  read,
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
  const [unread, setUnread] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const locked = props.disabled === true || props.readOnly === true;
  const take = (next: string): void => {
    if (next !== value) onChange(next);
  };
  const type = (text: string): void => {
    setTyped(text);
    setUnread(null);
    const next = text.trim() === '' ? '' : read(text, false);
    if (next !== null) take(next);
  };
  const finish = (): void => {
    if (typed === null) return;
    setTyped(null);
    const next = typed.trim() === '' ? '' : read(typed, true);
    if (next === null) setUnread(typed);
    else take(next);
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
        error={unread === null ? props.error : t('typed.unread', { text: unread, example })}
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
          setUnread(null);
          take(next);
        }}
      />
      <Popover.Dropdown>{renderChoice(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
