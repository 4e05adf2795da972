import { Stack, Tabs } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMobile } from '../lib/hooks/use-mobile.ts';
import { PageHeading } from './page-heading.tsx';
import { LineSkeletons } from './states/skeletons.tsx';
import { TabRow } from './tab-row.tsx';

const SKELETONS = 8;

/** A tab with what it shows; its icon is left out on a phone. */
export type PageTab = { label: string; icon: Icon; panel: ReactNode };

type Props<T extends string> = {
  title: string;
  lead: string;
  /** The open tab. */
  tab: T;
  onChange: (tab: string | null) => void;
  /** By their names in the address, in the order of the page. */
  tabs: Record<T, PageTab>;
  /** Until what every panel needs is loaded. */
  waiting?: boolean;
  /** Between the heading and the tabs. */
  children?: ReactNode;
};

/** A page that consists of tabs, of which only the open one is rendered. */
export function TabbedPage<T extends string>({
  title,
  lead,
  tab,
  onChange,
  tabs,
  waiting = false,
  children,
}: Props<T>) {
  const mobile = useMobile();
  const entries = Object.entries<PageTab>(tabs);
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
