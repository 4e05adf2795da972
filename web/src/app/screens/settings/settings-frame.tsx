import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { AtOnce } from '../../../ui/states/at-once.tsx';
import { SettingsLinks } from './settings-links.tsx';
import classes from './settings.module.css';

/** A page of the settings. A phone has no navigation with the others, so that the first page links to them. */
export function SettingsFrame({
  title,
  isFirst = false,
  children,
}: {
  title: string;
  isFirst?: boolean;
  children: ReactNode;
}) {
  const mobile = useMobile();
  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title ?? ''}>
        {title}
      </Title>
      {mobile && isFirst && <SettingsLinks />}
      <AtOnce>{children}</AtOnce>
    </div>
  );
}
