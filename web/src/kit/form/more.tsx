import { Collapse, Stack, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';

type Props = { /** What is behind it: "city, region". */ what: string; children: ReactNode };

/** The fields that are rarely needed, closed at first. */
export function More({ what, children }: Props) {
  const { t } = useTranslation('form');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} c="dimmed" fz="sm">
        {t('more', { what })}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Stack gap="sm">{children}</Stack>
      </Collapse>
    </>
  );
}
