import { Stack, Tabs, type TabsListProps, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMobile } from '../lib/use-breakpoint.ts';
import { LineSkeletons } from './states/skeletons.tsx';
import classes from './tabbed-page.module.css';

const SKELETONS = 8;

export type PageTab = { label: string; icon: Icon; panel: ReactNode };

type TabbedPageProps<T extends string> = {
  title: string;
  lead: string;
  tab: T;
  onChange: (tab: string | null) => void;
  tabs: Record<T, PageTab>;
  /** The tabs that are offered; all of them by default. */
  offered?: readonly T[];
  /** True until the data of every panel is loaded. */
  waiting?: boolean;
  children?: ReactNode;
};

export function TabbedPage<T extends string>({
  title,
  lead,
  tab,
  onChange,
  tabs,
  offered,
  waiting = false,
  children,
}: TabbedPageProps<T>) {
  const mobile = useMobile();
  const entries = Object.entries<PageTab>(tabs).filter(([name]) => offered?.includes(name as T) ?? true);
  return (
    <Stack gap="lg">
      <PageHeading title={title} lead={lead} />
      {children}
      <Tabs value={tab} onChange={onChange} keepMounted={false}>
        <TabRow tab={tab} aria-label={title}>
          {entries.map(([name, { label, icon: Mark }]) => (
            <Tabs.Tab key={name} value={name} leftSection={mobile ? undefined : <Mark size={16} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </TabRow>
        {entries.map(([name, { panel }]) => (
          <Tabs.Panel key={name} value={name} pt="md">
            {waiting ? <LineSkeletons count={SKELETONS} height={40} /> : panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

type TabRowProps = TabsListProps & {
  tab: string;
};

/**
 * Tabs in one row. Where they need more room, it scrolls sideways inside itself, with the open tab in the middle, and fades where
 * there are more; see SHELL-5.
 */
export function TabRow({ tab, ...rest }: TabRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const fade = (): void => {
      const beyond = row.scrollWidth - row.clientWidth;
      row.toggleAttribute('data-more-before', row.scrollLeft > 1);
      row.toggleAttribute('data-more-after', row.scrollLeft < beyond - 1);
    };
    // Is called immediately, and when the width changes.
    const observer = new ResizeObserver(() => {
      const open = row.querySelector<HTMLElement>(`[role="tab"][id$="-tab-${tab}"]`);
      // Not `scrollIntoView`, which would scroll the page as well.
      if (open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
      fade();
    });
    observer.observe(row);
    row.addEventListener('scroll', fade, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', fade);
    };
  }, [tab]);
  return <Tabs.List ref={ref} className={classes.row ?? ''} {...rest} />;
}

export const PageHeading = ({ title, lead }: { title: string; lead?: string }) => (
  <div>
    <Title order={1}>{title}</Title>
    {lead !== undefined && <Text c="dimmed">{lead}</Text>}
  </div>
);
