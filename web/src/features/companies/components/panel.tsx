import { Button, Paper, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelName } from '../panels/panels.ts';
import type { ShowPanel } from '../panels/use-panels.ts';
import classes from './panel.module.css';

type Props = {
  name: Exclude<PanelName, 'general'>;
  shown: boolean;
  onShow: ShowPanel;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** One part of the page, with the button that shows or hides it. Hidden content stays mounted and keeps its selection. */
export function Panel({ name, shown, onShow, ref, children }: Props) {
  const { t } = useTranslation('companies');
  const id = useId();
  const panel = t(`panels.${name}`);
  const Mark = shown ? IconChevronUp : IconChevronDown;
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
          aria-expanded={shown}
          aria-controls={`${id}-body`}
          aria-label={t(shown ? 'panels.hide_this' : 'panels.show_this', { panel })}
          onClick={() => onShow(name, !shown)}
        >
          {t(shown ? 'panels.hide' : 'panels.show')}
        </Button>
      </header>
      <div id={`${id}-body`} className={classes.body} hidden={!shown}>
        {children}
      </div>
    </Paper>
  );
}
