import { Button, Paper, Title } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconBinaryTree2,
  IconCheckbox,
  IconEyeOff,
  IconHandClick,
  type Icon,
} from '@tabler/icons-react';
import { useId, type ReactNode, type Ref, useCallback, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import classes from './panel.module.css';
import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../lib/storage.ts';

type Props = {
  name: Exclude<PanelName, 'general'>;
  visible: boolean;
  onShow: ShowPanel;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** One part of the page, with the button that shows or hides it. Hidden content stays mounted and keeps its selection. */
export function Panel({ name, visible, onShow, ref, children }: Props) {
  const { t } = useTranslation('companies');
  const id = useId();
  const panel = t(`panels.${name}`);
  const Mark = visible ? IconChevronUp : IconChevronDown;
  return (
    <Paper ref={ref} component="section" withBorder className={classes.panel} aria-labelledby={`${id}-title`}>
      <header className={classes.header}>
        <Title order={2} size="h5" id={`${id}-title`} className={classes.title}>
          {panel}
        </Title>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<Mark size={16} aria-hidden />}
          aria-expanded={visible}
          aria-controls={`${id}-body`}
          aria-label={t(visible ? 'panels.hide_this' : 'panels.show_this', { panel })}
          onClick={() => onShow(name, !visible)}
        >
          {t(visible ? 'panels.hide' : 'panels.show')}
        </Button>
      </header>
      <div id={`${id}-body`} className={classes.body} hidden={!visible}>
        {children}
      </div>
    </Paper>
  );
}

export type ShowPanel = (name: PanelName, visible: boolean) => void;

export function usePanels(): [panels: Panels, show: ShowPanel] {
  const [panels, setPanels] = useState(readPanels);
  const show = useCallback<ShowPanel>((name, visible) => {
    const next = { ...readPanels(), [name]: visible };
    writePanels(next);
    setPanels(next);
  }, []);
  return [panels, show];
}

/** Whether each panel shows; `general` is the bar that switches the others; see TREE-18. */
const PANELS_SCHEMA = z.object({
  main: z.boolean().catch(true),
  tree: z.boolean().catch(false),
  group: z.boolean().catch(true),
  help: z.boolean().catch(true),
  general: z.boolean().catch(true),
});
export type Panels = z.infer<typeof PANELS_SCHEMA>;
type PanelName = keyof Panels;

export const readPanels = (): Panels => readLocal(LOCAL_KEYS.companyPanels, PANELS_SCHEMA) ?? PANELS_SCHEMA.parse({});
export const writePanels = (panels: Panels): void => writeLocal(LOCAL_KEYS.companyPanels, panels);

/** px at the top of the window that the header covers. */
const HEADER_PX = 56;

const behavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/** Scrolls the page to the top of an element, unless the element begins in the upper half of the window anyway. */
export function scrollToTop(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top <= HEADER_PX || top > innerHeight / 2) element.scrollIntoView({ behavior: behavior(), block: 'start' });
}

export const scrollIntoViewIfNeeded = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ behavior: behavior(), block: 'nearest' });

const NOTES = [
  ['choose', IconHandClick],
  ['build', IconBinaryTree2],
  ['check', IconCheckbox],
  ['hide', IconEyeOff],
] as const satisfies [string, Icon][];

export function HelpNotes() {
  const { t } = useTranslation('companies');
  return (
    <ul className={classes.notes}>
      {NOTES.map(([note, Mark]) => (
        <li key={note}>
          <Mark size={20} stroke={1.6} aria-hidden />
          {t(`help.${note}`)}
        </li>
      ))}
    </ul>
  );
}
