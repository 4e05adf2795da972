import { Collapse, Stack, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';

type Props = {
  /** What is behind it: "city, region". */
  what: string;
  /** What is wrong may be among them. */
  isOpen?: boolean;
  children: ReactNode;
};

/** The fields that are rarely needed, closed at first. */
export function More({ what, isOpen: isForced = false, children }: Props) {
  const { t } = useTranslation('form');
  const [isAsked, setOpen] = useState(false);
  const isOpen = isAsked || isForced;
  return (
    <>
      <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isAsked)} c="dimmed" fz="sm">
        {t('more', { what })}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Stack gap="sm">{children}</Stack>
      </Collapse>
    </>
  );
}
