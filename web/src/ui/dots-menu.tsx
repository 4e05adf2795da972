import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/translation.ts';

type Props = {
  /** Of a row: what it is the menu of. */
  of?: string;
  className?: string | undefined;
  /** Within a drawer, which closes with a press outside of it. */
  isInside?: boolean;
  /** Entries (Menu.Item); what destroys is last. */
  children: ReactNode;
};

/** ⋯ with what is rarely needed. */
export function DotsMenu({ of, className, isInside = false, children }: Props) {
  const { t } = useTranslation('list');
  return (
    <Menu position="bottom-end" withinPortal={!isInside}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={of === undefined ? 32 : 24}
          className={className ?? ''}
          aria-label={of === undefined ? t('menu') : `${t('menu')}: ${of}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
