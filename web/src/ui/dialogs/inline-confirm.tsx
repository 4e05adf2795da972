import { Button, Group, Text } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

type Trigger = (props: { onClick: () => void }) => ReactNode;
type InlineConfirmProps = {
  children: Trigger;
  question: string;
  yes: string;
  no: string;
  onConfirm: () => void;
};

/** A confirmation that replaces its button, without a dialog; Escape and a click elsewhere cancel it. */
export function InlineConfirm({ children, question, yes, no, onConfirm }: InlineConfirmProps) {
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLSpanElement>(null);
  const answer = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  const id = useId();
  const box = useClickOutside(() => setAsking(false));

  useEffect(() => {
    if (asking) answer.current?.focus();
    else if (wasAsking.current) opener.current?.querySelector('button')?.focus();
    wasAsking.current = asking;
  }, [asking]);

  if (!asking) {
    return (
      <span ref={opener} style={{ display: 'contents' }}>
        {children({ onClick: () => setAsking(true) })}
      </span>
    );
  }
  return (
    <Group
      ref={box}
      data-asking
      gap="xs"
      wrap="nowrap"
      onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
    >
      <Text size="xs" truncate id={id}>
        {question}
      </Text>
      <Button
        size="compact-xs"
        color="error"
        aria-describedby={id}
        onClick={({ detail }) => {
          // The second click of a double click on the button.
          if (detail > 1) return;
          setAsking(false);
          onConfirm();
        }}
      >
        {yes}
      </Button>
      <Button ref={answer} size="compact-xs" variant="default" aria-describedby={id} onClick={() => setAsking(false)}>
        {no}
      </Button>
    </Group>
  );
}

type ConfirmedButtonProps = {
  question: string;
  yes: string;
  no: string;
  icon: ReactNode;
  label: string;
  busy: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

export function ConfirmedButton({ icon, label, busy, children, ...confirmation }: ConfirmedButtonProps) {
  return (
    <InlineConfirm {...confirmation}>
      {(opener) => (
        <Button
          {...opener}
          size="compact-xs"
          variant="subtle"
          color="error"
          leftSection={icon}
          loading={busy}
          aria-label={label}
        >
          {children}
        </Button>
      )}
    </InlineConfirm>
  );
}
