import { Tabs, type TabsListProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './tab-row.module.css';

type Props = TabsListProps & {
  /** The open tab. */
  tab: string;
};

/** Tabs in one row. Where they need more room, it scrolls sideways inside itself, with the open tab in the middle; see SHELL-5. */
export function TabRow({ tab, ...rest }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    // Is called at once, and when the width changes.
    const observer = new ResizeObserver(() => {
      const open = row.querySelector<HTMLElement>(`[role="tab"][id$="-tab-${tab}"]`);
      // Not `scrollIntoView`, which would scroll the page as well.
      if (open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [tab]);
  return <Tabs.List ref={ref} className={classes.row ?? ''} {...rest} />;
}
